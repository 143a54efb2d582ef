import type { Locator } from '@playwright/test';

import { productInBrowser } from '../product-in-browser';
import { DESKTOP, PHONE } from '../windows';
import { createOfficeDay, OLD_FOLLOW_UPS, PEOPLE } from './office-day';
import { Person } from './person';

// The test creates several days of data sequentially.
const TASKS_TIMEOUT_MS = 900_000;
const LAPTOP = { ...DESKTOP, height: 720 };

// Chromium ignores all clicks, in every window, once the user follows a link for an app that isn't installed.
const DISABLE_PHONE_LINKS = `addEventListener('click', (event) => {
  if (event.target.closest('a[href^="tel:"]')) event.preventDefault();
})`;

interface Task {
  title: string;
  window: { width: number; height: number };
  /** Starts on the home page. */
  run: (person: Person) => Promise<unknown>;
  /** Whether the task changes data and so needs its own account. */
  changesData?: true;
  /** Limits the task must stay within. */
  limits: { taps: number; screens: number };
}

const getRow = ({ tab: { page } }: Person, name: string): Locator => page.getByRole('article', { name });
const getCallLink = (person: Person): Locator =>
  getRow(person, PEOPLE.unhappy).getByRole('link', { name: /^Call/ }).first();
const resolveFollowUp = async (person: Person, outcome: string): Promise<void> => {
  const { page } = person.tab;
  await person.tap(getCallLink(person)); // this also takes the follow-up
  await person.tap(getRow(person, PEOPLE.unhappy).getByRole('button', { name: /^Done/ }));
  await person.tap(page.getByRole('button', { name: new RegExp(`^${outcome}`) }));
  await getRow(person, PEOPLE.unhappy).waitFor({ state: 'detached' });
};
const callBack = (person: Person): Promise<void> => resolveFollowUp(person, 'Recovered');

const TASKS: readonly Task[] = [
  {
    title: 'Who is unhappy now?',
    window: LAPTOP,
    run: (person) => person.scrollTo(getRow(person, PEOPLE.unhappy)),
    limits: { taps: 0, screens: 0 },
  },
  {
    title: 'Call the unhappy customer and close the follow-up',
    window: LAPTOP,
    run: callBack,
    changesData: true,
    limits: { taps: 3, screens: 0 },
  },
  {
    title: 'Nobody picks up',
    window: LAPTOP,
    run: (person) => resolveFollowUp(person, 'No answer'),
    changesData: true,
    limits: { taps: 3, screens: 0 },
  },
  {
    title: 'Which promise is due in an hour?',
    window: LAPTOP,
    run: (person) => person.scrollTo(getRow(person, PEOPLE.promised).getByText('Send the quote by Friday').first()),
    limits: { taps: 0, screens: 0 },
  },
  {
    title: 'Which voicemails from today are open?',
    window: LAPTOP,
    run: (person) => person.scrollTo(getRow(person, PEOPLE.voicemail)),
    limits: { taps: 0, screens: 0 },
  },
  {
    title: 'Close everything older than a week',
    window: LAPTOP,
    run: async (person) => {
      const { page } = person.tab;
      await person.tap(page.locator('summary'));
      await person.tap(page.getByRole('button', { name: /^Close all from before/ }));
      await page.getByText(`Closed ${OLD_FOLLOW_UPS} follow-ups`).first().waitFor();
    },
    changesData: true,
    limits: { taps: 2, screens: 0 },
  },
  {
    title: "Find last week's call about a dishwasher",
    window: LAPTOP,
    run: async (person) => {
      const { page } = person.tab;
      await person.tap(page.getByRole('button', { name: /^Search/ }));
      await person.type('dishwasher');
      await person.tap(page.getByRole('option', { name: new RegExp(PEOPLE.dishwasher) }).first());
      await page.getByRole('heading', { name: PEOPLE.dishwasher }).waitFor();
    },
    limits: { taps: 2, screens: 0 },
  },
  {
    title: 'Share a call with a technician',
    window: LAPTOP,
    run: async (person) => {
      const { page } = person.tab;
      await person.tap(page.getByRole('button', { name: /^Search/ }));
      await person.type(PEOPLE.technician);
      await person.tap(page.getByRole('option', { name: new RegExp(PEOPLE.technician) }).first());
      await person.tap(page.getByRole('button', { name: 'Share' }));
      await person.tap(page.getByRole('button', { name: 'Copy link for a technician' }));
      await page.getByText('Link created').waitFor();
    },
    limits: { taps: 4, screens: 0 },
  },
  {
    title: 'Phone: call the unhappy customer and close the follow-up',
    window: PHONE,
    run: callBack,
    changesData: true,
    limits: { taps: 3, screens: 0 },
  },
  {
    title: 'Phone: read the summary of a call about a dishwasher',
    window: PHONE,
    run: async (person) => {
      const { page } = person.tab;
      await person.tap(page.getByRole('button', { name: /^Search/ }));
      await person.type('dishwasher');
      await person.tap(page.getByRole('option', { name: new RegExp(PEOPLE.dishwasher) }).first());
      await person.scrollTo(page.getByText(/The technician will call half an hour before/).last());
    },
    limits: { taps: 2, screens: 0 },
  },
];

/** A time zone in which it is about 10 AM, so that everything due in the next few hours is due today. */
function getMorningTimeZone(): string {
  const hoursBehindUtc = Math.min(new Date().getUTCHours() - 10, 12); // no time zone is further behind
  return `Etc/GMT${hoursBehindUtc < 0 ? '' : '+'}${hoursBehindUtc}`;
}

/** Counts the list rows that are fully visible. */
async function countRowsInView({ tab: { page } }: Person): Promise<number> {
  const rows = page.getByRole('main').getByRole('listitem');
  await rows.first().waitFor();
  const height = page.viewportSize()?.height ?? 0;
  const boxes = await Promise.all((await rows.all()).map((row) => row.boundingBox()));
  return boxes.filter((box) => box !== null && box.y >= 0 && box.height > 20 && box.y + box.height <= height).length;
}

describe('a day at the office', () => {
  const product = productInBrowser();

  it(
    'stays within the limits for taps and scrolling',
    async () => {
      const lines: string[] = [];
      const failures: string[] = [];
      const createDay = async (): Promise<string> => {
        const { account, email } = await product().createAccount({}, { timeZone: getMorningTimeZone() });
        await createOfficeDay(product().system, account.id);
        return email;
      };
      const sharedEmail = await createDay();
      for (const { title, window, run, limits, changesData } of TASKS) {
        const tab = await product().openAs(changesData ? await createDay() : sharedEmail, '/', { viewport: window });
        tab.tolerateMessages(/404/); // the recordings don't exist
        await tab.waitUntilIdle();
        await tab.page.evaluate(DISABLE_PHONE_LINKS);
        const person = new Person(tab);
        await run(person).catch((error: unknown) => failures.push(`${title}: ${String(error)}`));
        const { taps, screens, keys, seconds } = person;
        lines.push(
          `${title.padEnd(58)} ${[taps, screens, keys].map((value) => String(value).padStart(5)).join(' ')} ${seconds.toFixed(1).padStart(7)}`,
        );
        if (taps > limits.taps || screens > limits.screens) failures.push(title);
        await product().closeTabs();
      }
      process.stdout.write(`${'task'.padEnd(58)}  taps screens keys seconds\n${lines.join('\n')}\n`);
      expect(failures).toEqual([]);
    },
    TASKS_TIMEOUT_MS,
  );

  it.each<[string, string]>([
    ['Follow-ups', '/follow-ups'],
    ['Calls', '/calls'],
  ])("fits the rows of %s within the window's width", async (name, path) => {
    const { account, email } = await product().createAccount();
    await createOfficeDay(product().system, account.id);
    const results: string[] = [];
    for (const viewport of [{ width: 1_440, height: 900 }, LAPTOP, PHONE]) {
      const tab = await product().openAs(email, path, { viewport });
      await tab.waitUntilIdle();
      results.push(`${viewport.width} x ${viewport.height}: ${await countRowsInView(new Person(tab))} rows`);
      expect(await tab.measureOverflowPx()).toBe(0);
    }
    process.stdout.write(`${name}: ${results.join(', ')}\n`);
  });
});
