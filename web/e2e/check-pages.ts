import { cp } from 'node:fs/promises';
import { join } from 'node:path';

import { ContactMessagesRepository } from '@ringwell/database/accounts/contact/contact-messages.repository';
import { InvitationsRepository } from '@ringwell/database/accounts/members/invitations.repository';
import { MembersRepository } from '@ringwell/database/accounts/members/members.repository';
import { ActivityRepository } from '@ringwell/database/accounts/security/activity.repository';
import { AgentsRepository } from '@ringwell/database/calls/agents.repository';
import { CallTranscript } from '@ringwell/database/calls/call-transcript.entity';
import { SharedLinksRepository } from '@ringwell/database/calls/shared-links.repository';
import { hashToken, generateLinkToken } from '@ringwell/platform/crypto/token-hash';
import { samplePath } from '@ringwell/testing/make-audio';
import { makeCall } from '@ringwell/testing/make-call';
import { makeCompletedCall } from '@ringwell/testing/make-completed-call';
import { makeFollowUp } from '@ringwell/testing/make-follow-up';

import { PATHS } from '../src/lib/paths';
import { checkPage } from './check-accessibility';
import { PASSWORD, productInBrowser } from './product-in-browser';

type Role = 'visitor' | 'user' | 'demo' | 'admin';

const ROLES_BY_PAGE: Record<keyof typeof PATHS, readonly Role[]> = {
  home: ['visitor', 'user', 'demo', 'admin'],
  signIn: ['visitor'],
  checkoutSuccess: ['visitor'],
  contact: ['visitor'],
  account: ['user'],
  demo: ['demo'],
  calls: ['user'],
  call: ['user'],
  followUps: ['user'],
  followUp: ['user'],
  happiness: ['user', 'admin'],
  bookings: ['user', 'admin'],
  agent: ['user'],
  checks: ['user', 'demo'],
  customers: ['user'],
  customer: ['user'],
  ownDashboard: ['admin'],
  team: ['user', 'demo'],
  teamActivity: ['user'],
  settings: ['user'],
  settingsPart: ['admin'],
  users: ['admin'],
  userAccount: ['admin'],
  activity: ['admin'],
  securityEvents: ['admin'],
  messages: ['admin'],
  tokens: ['user', 'admin'],
  analytics: ['user', 'admin'],
  docs: ['admin'],
  privacy: ['visitor'],
  terms: ['visitor'],
  recordingConsent: ['visitor'],
  status: ['visitor'],
  shared: ['visitor'],
};

/** Checks the pages listed for these roles, each in its own window. */
export function checkPages(roles: readonly Role[]): void {
  const cases = Object.entries(ROLES_BY_PAGE).flatMap(([page, pageRoles]) =>
    pageRoles.filter((role) => roles.includes(role)).map((role) => [page as keyof typeof PATHS, role] as const),
  );
  describe('accessibility of every page in light and dark mode, on desktop and phone', () => {
    const product = productInBrowser();
    const emails: Partial<Record<Role, string>> = {};
    const token = generateLinkToken();
    let ids: Partial<Record<keyof typeof PATHS, string>>;

    beforeAll(async () => {
      const [user, demo, admin] = [
        await product().createAccount({ firstName: 'Sam', lastName: 'Becker' }, {}, { company: 'Becker Plumbing' }),
        await product().createAccount({}, {}, { status: 'demo', activatedAt: null }),
        await product().createAccount({ firstName: 'Dana', lastName: 'Reyes', role: 'admin' }),
      ];
      Object.assign(emails, { user: user.email, demo: demo.email, admin: admin.email });
      const {
        database: { dataSource },
        storageDir,
      } = product().system;
      const recordingKey = `recordings/${user.account.id}/call`;
      await cp(samplePath('positive.wav'), join(storageDir, recordingKey));
      const uncertainLabel = { sentiment: 'negative', needsReview: true } as const;
      let callId = '';
      for (const analysis of [
        { sentiment: 'negative' },
        { sentiment: 'neutral' },
        { sentiment: 'positive' },
        { ...uncertainLabel, reviewReason: 'mixed_signals' },
        { ...uncertainLabel, reviewReason: 'words_unreliable' },
      ] as const) {
        ({ id: callId } = await makeCompletedCall(dataSource, user.account.id, {
          call: {
            recordingKey,
            recordingType: 'audio/wav',
            audioRedaction: 'done',
            tones: [{ startMs: 6_000, endMs: 9_000 }],
            direction: 'inbound',
            customerName: 'Dana Whitfield-Montgomery of Cedar Creek',
            fromNumber: '+15125550147',
          },
          analysis,
        }));
      }
      // Creates enough calls with one agent for a score.
      const agentId = await new AgentsRepository(dataSource.manager).findOrCreate(user.account.id, 'Paul Ruiz');
      for (let call = 0; call < 10; call += 1)
        await makeCompletedCall(dataSource, user.account.id, { call: { agentId, agentSource: 'heard' } });
      // The call page shows the last call, which has the most content: a notice, and a transcript marked as unreliable.
      await dataSource.manager.update(CallTranscript, { callId }, { quality: 'poor', qualityScore: 0.2 });
      await new ContactMessagesRepository(dataSource.manager).create({
        name: 'Kim',
        email: 'kim@example.com',
        phone: '(555) 010-0123',
        company: 'Cedar Creek',
        message: 'What would 900 calls cost?',
        ipAddress: null,
        userAgent: null,
      });
      await makeCall(dataSource, user.account.id, {
        state: 'failed',
        finishedAt: new Date(),
        errorCode: 'AUDIO_BROKEN',
        errorMessage: 'The recording cannot be read.',
      });
      await new SharedLinksRepository(dataSource.manager).create({
        accountId: user.account.id,
        callId,
        createdBy: user.user.id,
        tokenHash: hashToken(token),
        scope: 'whole',
        days: 7,
        clipStartMs: null,
        clipEndMs: null,
      });
      await new MembersRepository(dataSource.manager).add(user.account.id, admin.user.id, 'viewer');
      await new InvitationsRepository(dataSource.manager).put({
        accountId: user.account.id,
        email: 'paul@becker.example',
        role: 'member',
        tokenHash: hashToken(generateLinkToken()),
        provesEmail: false,
        invitedBy: user.user.id,
      });
      const activity = new ActivityRepository(dataSource.manager);
      const accountScope = { accountId: user.account.id };
      const client = { ipAddress: '203.0.113.7', userAgent: 'Mozilla/5.0 (X11; Linux x86_64) Firefox/140.0' };
      for (const userId of [user.user.id, null])
        await activity.record(
          { userId, ...client },
          {
            action: 'Settings updated',
            description: "Sam Becker's settings were changed: Slack channel.",
            ...accountScope,
          },
        );
      const followUp = await makeFollowUp(dataSource, user.account.id, { dueAt: new Date(Date.now() - 7_200_000) });
      for (const [index, kind] of (['promise', 'voicemail', 'review'] as const).entries())
        await makeFollowUp(dataSource, user.account.id, { kind, phone: `+1555123456${index}`, customerName: null });
      await makeFollowUp(dataSource, user.account.id, { kind: 'promise', dueAt: new Date(Date.now() - 60_000) });
      const { customerId } = await makeFollowUp(dataSource, user.account.id);
      ids = {
        call: callId,
        followUp: followUp.id,
        customer: customerId ?? '',
        agent: agentId,
        userAccount: user.user.id,
      };
      await makeCall(dataSource, user.account.id, {
        state: 'skipped',
        finishedAt: new Date(),
        skipReason: 'too_short',
      });
    });

    it.each(cases)('%s for %s', async (name, role) => {
      const path = PATHS[name]
        .replace(':id', ids[name] ?? '')
        .replace(':part', 'connections')
        .replace(':token', token);
      const tab = await product().open();
      if (role !== 'visitor') await tab.signIn(emails[role] ?? '', PASSWORD);
      await tab.goto(path);
      await checkPage(tab, path);
    });
  });
}
