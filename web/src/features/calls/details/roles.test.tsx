import { screen, within } from '@testing-library/react';

import type { MemberRole } from '@ringwell/domain/accounts/member-role';

import { DELIVERY, fullCall } from '../../../testing/calls';
import { mockAudioPlayback, renderCall } from '../../../testing/render-call';
import { TEST_USERS } from '../../../testing/test-users';

mockAudioPlayback();

const CONTROLS = [
  'Share',
  /^Resend/,
  'This is wrong',
  'Edit details',
  'Swap speakers',
  'Correct a word',
  'Reprocess',
  'Delete call',
];
const CONTROL_COUNTS: Record<MemberRole, number> = { owner: 8, manager: 7, member: 3, viewer: 0 };

describe('call controls', () => {
  it.each(Object.entries(CONTROL_COUNTS) as [MemberRole, number][])('match the %s role', async (memberRole, count) => {
    await renderCall(
      fullCall(),
      { 'GET /api/calls/c1/deliveries': [{ ...DELIVERY, state: 'sent', lastError: null }] },
      { ...TEST_USERS.user, memberRole },
    );
    expect(await screen.findByText('Sent')).toBeVisible();
    expect(await screen.findByRole('button', { name: 'Copy Transcript' })).toBeVisible();
    const visibleControls = CONTROLS.filter((name) => screen.queryByRole('button', { name }) !== null);
    expect(visibleControls).toEqual(CONTROLS.slice(0, count));
  });

  it.each<[MemberRole, 'too_short' | 'account_inactive', Record<string, string>]>([
    ['manager', 'too_short', { 'Change the minimum length': '/settings/calls#limits' }],
    ['manager', 'account_inactive', { 'Turn processing on or off': '/settings/alerts' }],
    ['member', 'too_short', {}],
    ['member', 'account_inactive', {}],
  ])('link a %s to the setting that caused a call to be skipped (%s): %j', async (memberRole, skipReason, expected) => {
    const skippedCall = fullCall({ state: 'skipped', skipReason, skipMessage: 'It was skipped.' });
    await renderCall(skippedCall, {}, { ...TEST_USERS.user, memberRole });
    const notice = within(await screen.findByRole('status', { name: 'Processing' }));
    expect(notice.getByText('It was skipped.', { exact: false })).toBeVisible();
    const links = notice.queryAllByRole('link').map((link) => [link.textContent, link.getAttribute('href')]);
    expect(Object.fromEntries(links)).toEqual(expected);
  });
});
