import { screen } from '@testing-library/react';

import type { MemberRole } from '@ringwell/domain/member-role';

import { DELIVERY, fullCall } from '../../../testing/calls';
import { mockAudioPlayback, renderCall } from '../../../testing/render-call';
import { TEST_USERS } from '../../../testing/test-users';

mockAudioPlayback();

const CONTROLS = ['Share', /^Resend/, 'Edit details', 'Swap speakers', 'Correct a word', 'Reprocess'];
const MAY_USE: Record<MemberRole, number> = { owner: 6, manager: 6, member: 2, viewer: 0 };

describe('controls of a call', () => {
  it.each(Object.entries(MAY_USE) as [MemberRole, number][])('of a %s', async (memberRole, count) => {
    await renderCall(
      fullCall(),
      { 'GET /api/calls/c1/deliveries': [{ ...DELIVERY, state: 'sent', lastError: null }] },
      { ...TEST_USERS.user, memberRole },
    );
    expect(await screen.findByText('Sent')).toBeVisible();
    expect(await screen.findByRole('button', { name: 'Copy Transcript' })).toBeVisible();
    const shown = CONTROLS.filter((name) => screen.queryByRole('button', { name }) !== null);
    expect(shown).toEqual(CONTROLS.slice(0, count));
  });

  it.each<[MemberRole, boolean]>([
    ['manager', true],
    ['member', false],
  ])('link a %s to the setting that excluded the call: %s', async (memberRole, isLinked) => {
    const skipped = fullCall({ state: 'skipped', skipReason: 'too_short', skipMessage: 'Too short.' });
    await renderCall(skipped, {}, { ...TEST_USERS.user, memberRole });
    expect(await screen.findByText('Too short.', { exact: false })).toBeVisible();
    expect(screen.queryByRole('link', { name: 'Change the minimum length' }) !== null).toBe(isLinked);
  });
});
