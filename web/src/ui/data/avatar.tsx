import { useState, type ReactNode } from 'react';

import { getInitials } from '../../lib/format/format';

interface AvatarProps {
  firstName?: string | null;
  lastName?: string | null;
  email?: string | null;
  profileImageUrl?: string | null;
}

// Hidden from screen readers, which announce the name next to it. Shows initials until a picture has loaded.
export function Avatar({ profileImageUrl = null, ...user }: AvatarProps): ReactNode {
  const [failedUrl, setFailedUrl] = useState<string | null>(null);
  // The content security policy allows only pictures from this site, not from sign-in providers.
  const isShown = profileImageUrl?.startsWith('/') === true && profileImageUrl !== failedUrl;
  return (
    <span
      aria-hidden
      className="relative grid size-9 shrink-0 place-items-center overflow-hidden rounded-full border border-transparent bg-primary-soft text-meta font-semibold text-on-primary-soft"
    >
      {getInitials(user)}
      {isShown && (
        <img
          src={profileImageUrl}
          alt=""
          className="absolute inset-0 size-full object-cover"
          onError={() => setFailedUrl(profileImageUrl)}
        />
      )}
    </span>
  );
}
