import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { chownSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';

import { findFreePort, waitForPort } from '@ringwell/testing/free-port';
import { createSelfSignedCertificate, type Certificate } from '@ringwell/testing/self-signed';
import { temporaryDirectory } from '@ringwell/testing/temporary-directory';

import { MailerService } from './mailer.service';

const folder = temporaryDirectory();
const trustedCertificates = getCACertificates('default');
let exim: ChildProcess | undefined;
let mailer: MailerService;

afterEach(() => {
  mailer.onApplicationShutdown();
  exim?.kill('SIGKILL');
  setDefaultCACertificates(trustedCertificates);
});

const getEximId = (option: string): number =>
  Number(execFileSync('id', [option, 'Debian-exim'], { encoding: 'utf8' }).trim());

/** Starts the packaged Exim with this certificate. Without a queue runner, it keeps the mail it accepts. */
async function startExim({ key, cert }: Certificate): Promise<number> {
  const port = await findFreePort();
  const spool = join(folder, `spool-${port}`);
  mkdirSync(spool);
  const files = { key: join(spool, 'key.pem'), cert: join(spool, 'cert.pem'), settings: join(spool, 'exim.conf') };
  writeFileSync(files.key, key);
  writeFileSync(files.cert, cert);
  writeFileSync(
    files.settings,
    `daemon_smtp_ports = ${port}
local_interfaces = 127.0.0.1
spool_directory = ${spool}
log_file_path = ${spool}/%slog
pid_file_path = ${spool}/exim.pid
tls_advertise_hosts = *
tls_certificate = ${files.cert}
tls_privatekey = ${files.key}
queue_only = true
host_lookup =
rfc1413_hosts =
acl_smtp_rcpt = check
begin acl
check:
  deny local_parts = full
       message = 5.2.2 mailbox full
  accept
begin routers
none:
  driver = redirect
  data = :blackhole:
`,
  );
  // Exim runs as its own user when started by root.
  const paths = process.getuid?.() === 0 ? [folder, spool, files.key, files.cert] : [];
  for (const path of paths) chownSync(path, getEximId('-u'), getEximId('-g'));
  exim = spawn('/usr/sbin/exim4', ['-bdf', '-C', files.settings], { stdio: 'ignore' });
  await waitForPort(port);
  return port;
}

const readLog = (port: number): string => readFileSync(join(folder, `spool-${port}`, 'mainlog'), 'utf8');

const send = (recipient: string): Promise<string> =>
  mailer.send(
    { key: '17', recipient, subject: 'A call', text: 'Zoë called.\n' },
    { signal: AbortSignal.timeout(30_000) },
  );

function startMailer(port: number): void {
  mailer = new MailerService({
    SMTP_URL: `smtp://127.0.0.1:${port}`,
    MAIL_FROM: 'Ringwell <calls@example.com>',
  });
}

it("reports Exim's untrusted certificate to the operator without sending mail", async () => {
  const port = await startExim(createSelfSignedCertificate());
  startMailer(port);
  await expect(send('dana@example.com')).rejects.toMatchObject({ code: 'MAIL_SERVER_UNTRUSTED', retryable: true });
  expect(mailer.problem).toContain("certificate isn't trusted (DEPTH_ZERO_SELF_SIGNED_CERT)");
  expect(readLog(port)).not.toContain('<=');
});

it('sends mail to Exim with a trusted certificate, and maps its rejection', async () => {
  const certificate = createSelfSignedCertificate();
  setDefaultCACertificates([...trustedCertificates, certificate.cert]);
  const port = await startExim(certificate);
  startMailer(port);
  await send('dana@example.com');
  expect(readLog(port)).toMatch(/<= calls@example\.com .*P=esmtps/);
  await expect(send('full@example.com')).rejects.toMatchObject({ code: 'MAIL_DEFERRED' });
});
