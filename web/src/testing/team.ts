import type { Agent, Invitation, Member } from '../api/types';

/** The test user, unless overridden. */
export function member(fields: Partial<Member> = {}): Member {
  return {
    userId: 'u1',
    email: 'sam@becker.example',
    firstName: 'Sam',
    lastName: 'Becker',
    profileImageUrl: null,
    role: 'owner',
    createdAt: '2026-01-02T10:00:00.000Z',
    ...fields,
  };
}

export const ROBIN = member({
  userId: 'u2',
  email: 'robin@ortiz.example',
  firstName: 'Robin',
  lastName: 'Ortiz',
  role: 'member',
});

/** An invitation that expires in six days. */
export function invitation(fields: Partial<Invitation> = {}): Invitation {
  return {
    id: 'i1',
    email: 'paul@becker.example',
    role: 'viewer',
    expiresAt: new Date(Date.now() + 6.5 * 86_400_000).toISOString(),
    isExpired: false,
    ...fields,
  };
}

/** An agent on 14 calls. */
export function agent(fields: Partial<Agent> = {}): Agent {
  return {
    id: '0b9d5b0e-2f2c-4c8a-8f5d-4a1f6f0f7d11',
    name: 'Robin',
    callCount: 14,
    member: null,
    suggestion: null,
    sameAs: null,
    sameAsSuggestion: null,
    isHidden: false,
    isSuggestionDismissed: false,
    ...fields,
  };
}
