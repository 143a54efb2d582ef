import { MessageSquare, Wrench } from 'lucide-react';
import { useRef, useState, type FormEvent, type ReactNode } from 'react';

import { SHARE_DAYS, SHARE_SCOPE_TEXTS, SHARE_SCOPES, type ShareScope } from '@ringwell/domain/calls/shared-link';

import type { FullCall, NewSharedLink, ShareRequest } from '../../../api/types';
import { formatDuration, plural } from '../../../lib/format/format';
import { formMessage } from '../../../lib/messages/server-message';
import { chooseWithConfirmation } from '../../../lib/session/identity-confirmation';
import { Button, ButtonLink } from '../../../ui/buttons/button';
import { CopyButton, copyText } from '../../../ui/buttons/copy-button';
import { Field } from '../../../ui/forms/field';
import { ErrorText } from '../../../ui/forms/form-error';
import { Input, Options, Select } from '../../../ui/forms/input';
import { Dialog } from '../../../ui/overlays/dialog';
import { CALL_DETAILS_COPY } from './call-details-copy';
import { parseClip, type ClipErrors } from './clip-range';
import { SharedLinks } from './shared-links';
import { useShare } from './use-shares';

const { share: copy } = CALL_DETAILS_COPY;
const DEFAULT_CLIP_SECONDS = 30;
// Technicians need the whole call, especially the phone number.
const TECHNICIAN_LINK = { scope: 'whole', days: 7 } as const;

interface ShareOptions {
  scope: ShareScope;
  days: (typeof SHARE_DAYS)[number];
}

/** Creates links to a call, and lists the active links. */
export function ShareDialog({ call, onClose }: { call: FullCall; onClose: () => void }): ReactNode {
  const share = useShare(call.id);
  const [copiedUrl, setCopiedUrl] = useState<string>();
  // Also shows the link, because browsers may block copying.
  const createLink = (request: ShareRequest): void =>
    share.mutate(request, {
      onSuccess: ({ url }) => void copyText(url).then((isCopied) => isCopied && setCopiedUrl(url)),
    });
  return (
    <Dialog onClose={onClose} title={copy.title} description={copy.text} width={560} fullScreenOnPhones>
      <ShareForm call={call} share={share} createLink={createLink} />
      {share.data && <NewLink link={share.data} isCopied={share.data.url === copiedUrl} />}
      <SharedLinks callId={call.id} />
    </Dialog>
  );
}

interface ShareFormProps {
  call: FullCall;
  share: ReturnType<typeof useShare>;
  createLink: (request: ShareRequest) => void;
}

function ShareForm({ call, share, createLink }: ShareFormProps): ReactNode {
  const [options, setOptions] = useState<ShareOptions>({ scope: 'summary', days: 7 });
  const { scope, days } = options;
  const [from, setFrom] = useState('0:00');
  const [to, setTo] = useState(() => formatDuration(Math.min(DEFAULT_CLIP_SECONDS, call.durationSeconds ?? Infinity)));
  const [errors, setErrors] = useState<ClipErrors>({});
  const scopes = SHARE_SCOPES.filter((option) => option !== 'clip' || call.links.audio !== null);
  const changeOptions = (change: Partial<ShareOptions>): void => {
    const newOptions = { ...options, ...change };
    if (needsConfirmation(newOptions)) chooseWithConfirmation(setOptions, newOptions, options);
    else setOptions(newOptions);
  };
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    const clip = scope === 'clip' ? parseClip(from, to) : undefined;
    setErrors(clip && 'errors' in clip ? clip.errors : {});
    if (clip && 'errors' in clip) return;
    createLink({ scope, days, ...clip });
  };
  return (
    <form noValidate onSubmit={submit} className="grid gap-4">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-1.5 border-b pb-4">
        <Button variant="outline" pending={share.isPending} onClick={() => createLink(TECHNICIAN_LINK)}>
          <Wrench aria-hidden />
          {copy.forTechnician}
        </Button>
        <p className="text-meta text-fg-muted">The whole call with the phone number, for 7 days.</p>
      </div>
      <fieldset>
        <legend className="mb-1.5 font-semibold">Share</legend>
        <div className="flex flex-wrap gap-x-5 gap-y-1">
          {scopes.map((option) => (
            <label key={option} className="inline-flex min-h-8 items-center gap-2 pointer-coarse:min-h-11">
              <input
                type="radio"
                name="scope"
                value={option}
                checked={scope === option}
                aria-describedby="share-sees"
                onChange={() => changeOptions({ scope: option })}
                className="size-4.5 accent-primary"
              />
              {copy.scopes[option]}
            </label>
          ))}
        </div>
        <p id="share-sees" aria-live="polite" className="mt-1.5 text-meta text-fg-muted">
          What they see: {SHARE_SCOPE_TEXTS[scope]}
        </p>
      </fieldset>
      {scope === 'clip' && (
        <div className="grid grid-cols-2 gap-4">
          <Field label="From" error={errors.from}>
            <Input value={from} onChange={({ target }) => setFrom(target.value)} />
          </Field>
          <Field label="To" error={errors.to}>
            <Input value={to} onChange={({ target }) => setTo(target.value)} />
          </Field>
        </div>
      )}
      <div className="flex flex-wrap items-end justify-between gap-4">
        <Field label="Works for">
          <Select
            value={days}
            onChange={({ target }) =>
              changeOptions({ days: SHARE_DAYS.find((item) => String(item) === target.value) ?? 7 })
            }
          >
            <Options of={SHARE_DAYS.map((option) => [option, plural(option, 'day')])} />
          </Select>
        </Field>
        <Button type="submit" pending={share.isPending} pendingLabel="Creating…">
          Create link
        </Button>
      </div>
      <ErrorText message={formMessage(share.error, "Couldn't create the link")} />
    </form>
  );
}

// Same rule as in the API.
function needsConfirmation({ scope, days }: ShareOptions): boolean {
  return scope === 'whole' && days === Math.max(...SHARE_DAYS);
}

function NewLink({ link, isCopied }: { link: NewSharedLink; isCopied: boolean }): ReactNode {
  const urlRef = useRef<HTMLParagraphElement>(null);
  return (
    <section aria-label="New link" className="mt-5 rounded-menu border bg-sunken p-4">
      <p role="status" className="font-semibold">
        {isCopied ? copy.createdAndCopied : "Link created. Copy it now. It's shown only once."}
      </p>
      <div className="mt-2 flex flex-wrap items-center gap-3">
        <p ref={urlRef} className="min-w-0 grow basis-60 text-meta break-all">
          {link.url}
        </p>
        <CopyButton text={link.url} subject="Link" label="Copy link" textRef={urlRef} />
        <ButtonLink href={`sms:?&body=${encodeURIComponent(link.url)}`} variant="outline" size="sm">
          <MessageSquare aria-hidden />
          Text it
        </ButtonLink>
      </div>
    </section>
  );
}
