import { useRef, useState, type ReactNode } from 'react';

import { keepFocus } from '../../lib/browser/remember-focus';
import { formMessage } from '../../lib/messages/server-message';
import { useUser } from '../../lib/session/session';
import { Button } from '../../ui/buttons/button';
import { Avatar } from '../../ui/data/avatar';
import { ErrorText } from '../../ui/forms/form-error';
import { ACCOUNT_COPY } from './account-copy';
import { useChangePicture } from './api';

const MAX_PICTURE_BYTES = 2 * 1_048_576;
const { picture: copy } = ACCOUNT_COPY;

export function PictureForm(): ReactNode {
  const user = useUser();
  const input = useRef<HTMLInputElement>(null);
  const [isTooLarge, setIsTooLarge] = useState(false);
  const change = useChangePicture();
  const isUploaded = user.profileImageUrl?.startsWith('/') === true;
  const failure = isTooLarge ? copy.tooLarge : formMessage(change.error, copy.failed);
  const upload = (file: File): void => {
    change.reset();
    setIsTooLarge(file.size > MAX_PICTURE_BYTES);
    if (file.size <= MAX_PICTURE_BYTES) change.mutate(file);
  };
  const remove = (): void => {
    setIsTooLarge(false);
    change.mutate(null);
  };
  return (
    <div className="mb-5 border-b pb-5">
      <div className="flex flex-wrap items-center gap-3">
        <Avatar {...user} />
        <Button
          variant="outline"
          size="sm"
          pending={change.isPending}
          pendingLabel="Saving..."
          onClick={() => input.current?.click()}
        >
          {isUploaded ? 'Change Picture' : 'Upload Picture'}
        </Button>
        {isUploaded && (
          <Button ref={keepFocus} variant="outline" size="sm" pending={change.isPending} onClick={remove}>
            Remove Picture
          </Button>
        )}
        <input
          ref={input}
          hidden
          type="file"
          aria-label="Picture"
          accept="image/png,image/jpeg,image/webp"
          onChange={({ target }) => {
            const [file] = target.files ?? [];
            target.value = ''; // allows choosing the same file again
            if (file) upload(file);
          }}
        />
      </div>
      <p className="mt-2 text-meta text-fg-muted">{copy.hint}</p>
      <ErrorText message={failure} className="mt-2" />
    </div>
  );
}
