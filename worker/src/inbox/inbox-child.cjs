/**
 * The long-running process that works with the inbox folder. A share that hangs only blocks this process, which the
 * worker kills; none of the worker's own threads wait in a system call.
 *
 * Requests and responses are JSON, one per line, over standard input and output; see folder.inbox.ts for their types.
 * Symbolic links in an account's folder are never followed.
 */
const fs = require('node:fs');
const { basename, dirname, extname, join } = require('node:path');
const { createInterface } = require('node:readline');

const ACCOUNT_ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const MAX_FOLDERS = 10_000;
const MAX_SUBFOLDER_DEPTH = 10;
// File systems allow 255 bytes; the difference leaves room for a number and the reason file's extension.
const MAX_NAME_BYTES = 240;
const CHUNK_BYTES = 1_048_576;
// Matches any letter case, because many shares ignore it.
const DONE_OR_REFUSED = /^(done|refused)$/i;

// Open folders for unfinished scans, by account. Large folders are read in pieces.
const scans = new Map();
const chunk = Buffer.alloc(CHUNK_BYTES);
let openedFile;

const actions = {
  list({ root, ignored }) {
    const isIgnored = new RegExp(ignored, 'i');
    const folders = { accountIds: [], otherNames: [] };
    const handle = fs.opendirSync(root);
    try {
      for (let entry = handle.readSync(); entry; entry = handle.readSync()) {
        if (ACCOUNT_ID.test(entry.name)) folders.accountIds.push(entry.name);
        else if (!isIgnored.test(entry.name)) folders.otherNames.push(entry.name);
        if (folders.accountIds.length + folders.otherNames.length >= MAX_FOLDERS) break;
      }
    } finally {
      handle.closeSync();
    }
    return folders;
  },

  scan({ root, account, ignored, entries, milliseconds }) {
    const isIgnored = new RegExp(ignored, 'i');
    const base = resolveBase(root, account);
    const folders = scans.get(account) ?? [{ handle: fs.opendirSync(base), path: '' }];
    scans.delete(account);
    const deadline = performance.now() + milliseconds;
    const files = [];
    let firstError;
    try {
      for (
        let remaining = entries;
        folders.length > 0 && remaining > 0 && performance.now() < deadline;
        remaining -= 1
      ) {
        const { handle, path: parent } = folders.at(-1);
        const entry = handle.readSync();
        if (!entry) {
          folders.pop();
          handle.closeSync();
          continue;
        }
        const { name } = entry;
        const path = parent + name;
        if (isIgnored.test(name) || (parent === '' && DONE_OR_REFUSED.test(name))) continue;
        try {
          if (entry.isFile()) {
            const file = statFile(base, path);
            if (!file) throw codedError('ENOENT');
            files.push(file);
          } else if (entry.isDirectory() && folders.length <= MAX_SUBFOLDER_DEPTH) {
            assertNoLinks(join(base, path));
            folders.push({ handle: fs.opendirSync(join(base, path)), path: `${path}/` });
          }
        } catch (error) {
          if (error.code !== 'ENOENT') firstError ??= { code: error.code ?? error.message, path };
          else if (name.includes('\uFFFD')) firstError ??= { code: 'NOT_UTF8', path };
        }
      }
    } catch (error) {
      for (const { handle } of folders) handle.closeSync();
      throw error;
    }
    if (folders.length > 0) scans.set(account, folders);
    return { files, isEnd: folders.length === 0, firstError };
  },

  stat({ root, account, paths }) {
    const base = resolveBase(root, account);
    const files = paths.map((path) => {
      try {
        return statFile(base, path);
      } catch {
        return null; // the next scan reports the reason
      }
    });
    return { files };
  },

  open({ root, account, path }) {
    const base = resolveBase(root, account);
    closeOpenedFile();
    const { O_RDONLY, O_NOFOLLOW, O_NONBLOCK } = fs.constants;
    const file = fs.openSync(join(base, path), O_RDONLY | O_NOFOLLOW | O_NONBLOCK);
    try {
      // A folder may have become a link since the file was found.
      assertNoLinks(dirname(join(base, path)));
      const [open, listed] = [fs.fstatSync(file, { bigint: true }), fs.lstatSync(join(base, path), { bigint: true })];
      if (!open.isFile() || open.ino !== listed.ino || open.dev !== listed.dev) throw codedError('ELOOP');
      openedFile = file;
      return describe(path, open);
    } finally {
      if (openedFile === undefined) fs.closeSync(file);
    }
  },

  /** Returns the next bytes as base64 (empty at the end) and the file's `version` after reading. */
  read() {
    const length = fs.readSync(openedFile, chunk, 0, CHUNK_BYTES, null);
    return {
      data: chunk.toString('base64', 0, length),
      version: getVersion(fs.fstatSync(openedFile, { bigint: true })),
    };
  },

  /** Moves a file to its path under `done` or `refused`, and writes any reason to a file next to it. */
  move({ root, account, path, version, to, reason }) {
    const base = resolveBase(root, account);
    const source = join(base, path);
    assertUnchanged(source, version);
    makeFolder(dirname(join(base, to, path)), to);
    const target = findUnusedPath(join(base, to, path), reason === undefined ? [''] : ['', '.txt']);
    if (reason !== undefined) fs.writeFileSync(`${target}.txt`, `${reason}\n`, { flag: 'wx' });
    try {
      fs.renameSync(source, target);
    } catch (error) {
      if (reason !== undefined) fs.rmSync(`${target}.txt`, { force: true });
      throw error;
    }
    return {};
  },

  remove({ root, account, path, version }) {
    const source = join(resolveBase(root, account), path);
    assertUnchanged(source, version);
    fs.rmSync(source, { force: true });
    return {};
  },
};

createInterface({ input: process.stdin }).on('line', (line) => {
  const request = JSON.parse(line);
  let response;
  try {
    response = actions[request.action](request);
  } catch (error) {
    response = { error: { code: error.code ?? error.message, path: error.folder ?? request.path ?? '' } };
  }
  process.stdout.write(`${JSON.stringify(response)}\n`);
});

// An account's folder itself may be a link, for example to a phone system's folder.
function resolveBase(root, account) {
  return fs.realpathSync.native(join(root, account));
}

function assertNoLinks(folder) {
  if (fs.realpathSync.native(folder) !== folder) throw codedError('ELOOP');
}

// A file that was rewritten is a different recording. The open file is closed first, because shares keep deleted files
// under hidden names while they're open.
function assertUnchanged(path, version) {
  closeOpenedFile();
  assertNoLinks(dirname(path));
  if (getVersion(fs.lstatSync(path, { bigint: true })) !== version) throw codedError('ENOENT');
}

function closeOpenedFile() {
  if (openedFile !== undefined) fs.closeSync(openedFile);
  openedFile = undefined;
}

function makeFolder(folder, name) {
  try {
    fs.mkdirSync(folder, { recursive: true });
    assertNoLinks(folder);
  } catch (error) {
    const code = { EEXIST: 'NO_FOLDER', ENOTDIR: 'NO_FOLDER', ELOOP: 'LINK' }[error.code] ?? error.code;
    throw Object.assign(codedError(code), { folder: name });
  }
}

function codedError(code) {
  return Object.assign(new Error(code), { code });
}

function statFile(base, path) {
  const stats = fs.lstatSync(join(base, path), { bigint: true, throwIfNoEntry: false });
  return stats?.isFile() ? describe(path, stats) : null;
}

function describe(path, stats) {
  return { path, bytes: Number(stats.size), version: getVersion(stats), modifiedMs: Number(stats.mtimeMs) };
}

function getVersion({ size, mtimeNs }) {
  return `${size} ${mtimeNs}`;
}

// Finds an unused name by appending a number. The name must also be unused with each of these suffixes.
function findUnusedPath(path, suffixes) {
  const extension = extname(path);
  const name = Buffer.from(basename(path, extension)).subarray(0, MAX_NAME_BYTES - Buffer.byteLength(extension));
  const stem = join(dirname(path), name.toString().replace(/\uFFFD$/, '')); // truncation may have split the last character
  const isUsed = (candidate) => suffixes.some((suffix) => fs.lstatSync(candidate + suffix, { throwIfNoEntry: false }));
  let candidate = stem + extension;
  for (let number = 2; isUsed(candidate); number += 1) candidate = `${stem} (${number})${extension}`;
  return candidate;
}
