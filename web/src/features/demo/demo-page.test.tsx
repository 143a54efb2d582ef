import { screen } from '@testing-library/react';

import { UPLOAD_COPY } from '../../lib/recordings/upload-copy';
import {
  advanceTime,
  ANALYSIS,
  analyzeRecording,
  DEMO_UPLOAD,
  DEMO_USAGE,
  FINISHED_UPLOAD,
  renderDemoPage,
} from '../../testing/render-demo-page';
import { TEST_USERS } from '../../testing/test-users';

describe('DemoPage', () => {
  it('links to the dashboard and to a full account', async () => {
    await renderDemoPage();
    expect(screen.getByRole('link', { name: 'Back to Dashboard' })).toHaveAttribute('href', '/');
    expect(screen.getByRole('link', { name: 'Upgrade to Full Account' })).toHaveAttribute('href', '/auth');
  });

  it.each([TEST_USERS.user, TEST_USERS.admin])(
    'uploads recordings of full accounts to a separate route: $role',
    async (user) => {
      const api = await renderDemoPage({ 'POST /api/demo/trial': FINISHED_UPLOAD }, user);
      expect(screen.getByText(UPLOAD_COPY.trial(10))).toBeVisible();
      expect(screen.queryByText(UPLOAD_COPY.left(3, 5))).not.toBeInTheDocument();
      await analyzeRecording();
      await advanceTime(10);
      expect(screen.getByText(ANALYSIS.summary)).toBeVisible();
      expect(api.requests()).not.toContain(DEMO_UPLOAD);
    },
  );

  it("explains why viewers can't upload", async () => {
    await renderDemoPage({}, { ...TEST_USERS.user, memberRole: 'viewer' });
    expect(screen.getByText("Viewers can't upload")).toBeVisible();
    expect(screen.queryByRole('button', { name: UPLOAD_COPY.analyze })).not.toBeInTheDocument();
  });

  it('keeps showing the last result when no uploads are left', async () => {
    const api = await renderDemoPage({
      [DEMO_USAGE]: { count: 4, limit: 5, remaining: 1, maxMinutes: 10 },
      [DEMO_UPLOAD]: FINISHED_UPLOAD,
    });
    api.set(DEMO_USAGE, { count: 5, limit: 5, remaining: 0, maxMinutes: 10 });
    await analyzeRecording();
    await advanceTime(10);
    expect(screen.getByText(ANALYSIS.summary)).toBeVisible();
    expect(screen.getByText(UPLOAD_COPY.limit)).toBeVisible();
  });
});
