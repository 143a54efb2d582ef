import { ContactMessage } from '@ringwell/database/accounts/contact/contact-message.entity';
import { ActivityLog } from '@ringwell/database/accounts/security/activity-log.entity';
import { Mail } from '@ringwell/database/deliveries/mail.entity';
import { problem, SessionClient, type ProblemBody } from '@ringwell/testing/session-client';
import { startApi, type TestApi } from '@ringwell/testing/start-api';
import { useTestDatabase } from '@ringwell/testing/test-database';

import type { ContactInboxDto } from './dto/contact-inbox.dto';

const MESSAGE = {
  name: 'Dana Reyes',
  email: 'dana@reyes-hvac.example',
  phone: '(555) 010-0123',
  company: 'Reyes HVAC',
  message: 'We answer 900 calls a month.\r\nWhat would that cost?',
};

describe('POST /api/contact', () => {
  const database = useTestDatabase();
  let api: TestApi;

  const useApi = (settings: Record<string, string>): void => {
    beforeAll(async () => {
      api = await startApi(database.url, { SUPPORT_EMAIL: 'support@example.com', ...settings });
    });
    afterAll(() => api.stop());
    beforeEach(async () => {
      for (const entity of [ContactMessage, Mail, ActivityLog]) await database.manager.clear(entity);
    });
  };
  const sendMessage = async (body: unknown): Promise<{ status: number; body: ProblemBody }> => {
    const response = await fetch(`${api.url}/api/contact`, {
      method: 'POST',
      body: JSON.stringify(body),
      headers: { 'content-type': 'application/json', 'user-agent': 'a browser' },
    });
    return { status: response.status, body: (await response.json()) as ProblemBody };
  };
  const readStoredRows = async (): Promise<[ContactMessage[], Mail[], ActivityLog[]]> =>
    Promise.all([
      database.manager.find(ContactMessage),
      database.manager.find(Mail),
      database.manager.find(ActivityLog),
    ]);

  describe('with a mail server', () => {
    useApi({ SMTP_URL: 'smtp://127.0.0.1:1', MAIL_FROM: 'calls@example.com' });

    it('stores the message, queues the email to support and records the sender', async () => {
      expect(await sendMessage(MESSAGE)).toEqual({
        status: 201,
        body: { message: "Thank you for your message. We'll get back to you soon." },
      });
      const [messages, emails, activities] = await readStoredRows();
      const text = 'We answer 900 calls a month.\nWhat would that cost?';
      expect(messages).toEqual([
        expect.objectContaining({ ...MESSAGE, message: text, ipAddress: '127.0.0.1', userAgent: 'a browser' }),
      ]);
      expect(emails).toEqual([
        expect.objectContaining({
          recipient: 'support@example.com',
          replyTo: 'dana@reyes-hvac.example',
          subject: 'Contact form: Dana Reyes',
          state: 'pending',
          body: `${text}\n\n--\nName: Dana Reyes\nEmail: dana@reyes-hvac.example\nPhone: (555) 010-0123\nCompany: Reyes HVAC\n`,
        }),
      ]);
      expect(activities).toEqual([
        expect.objectContaining({
          userId: null,
          action: 'Contact message received',
          ipAddress: '127.0.0.1',
          metadata: { contactMessageId: messages[0]?.id },
          description:
            'Dana Reyes (dana@reyes-hvac.example) sent a message through the contact form. It will be emailed to support@example.com.',
        }),
      ]);
      expect(api.log.join('')).not.toContain('900 calls');
    });

    it('accepts a message without phone and company', async () => {
      const { name, email, message } = MESSAGE;
      expect((await sendMessage({ name, email, message })).status).toBe(201);
      expect((await sendMessage({ name, email, message, phone: '', company: '  ', website: '' })).status).toBe(201);
      const [messages, emails] = await readStoredRows();
      expect(messages).toMatchObject([
        { phone: null, company: null },
        { phone: null, company: null },
      ]);
      expect(emails.map(({ body }) => /Phone|Company/.test(body))).toEqual([false, false]);
    });

    it('sends the usual response to a bot that fills in the honeypot, without storing anything', async () => {
      const validResponse = await sendMessage(MESSAGE);
      const [storedRow] = await readStoredRows();
      expect(await sendMessage({ ...MESSAGE, website: 'https://spam.example' })).toEqual(validResponse);
      expect((await readStoredRows())[0]).toEqual(storedRow);
    });

    it.each([
      ['name', undefined, 'Name is required'],
      ['name', '   ', 'Name is required'],
      ['name', 7, 'Name is required'],
      ['name', 'Dana\r\nBcc: victim@example.com', 'Use a single line of plain text.'],
      ['name', 'Dana\u2028Reyes', 'Use a single line of plain text.'],
      ['name', 'x'.repeat(201), 'Use 200 characters or fewer.'],
      ['email', undefined, 'Please enter a valid email address'],
      ['email', 'dana', 'Please enter a valid email address'],
      ['email', 'dana@example.com\r\nBcc: victim@example.com', 'Please enter a valid email address'],
      ['email', 'a@example.com, b@example.com', 'Please enter a valid email address'],
      ['email', `${'x'.repeat(300)}@example.com`, 'Please enter a valid email address'],
      ['phone', '555\n1', 'Use a single line of plain text.'],
      ['phone', 'x'.repeat(51), 'Use 50 characters or fewer.'],
      ['company', { a: 1 }, 'This must be text.'],
      ['company', 'a\u0000b', 'Use a single line of plain text.'],
      ['message', undefined, 'Message is required'],
      ['message', '\n \n', 'Message is required'],
      ['message', 'x'.repeat(5_001), 'Use 5000 characters or fewer.'],
      ['message', 'a\u0000b', 'Use plain text.'],
      ['recipient', 'victim@example.com', 'Unknown field.'],
    ])('rejects the %s %j', async (field, value, message) => {
      expect(await sendMessage({ ...MESSAGE, [field]: value })).toMatchObject(
        problem(400, 'VALIDATION_FAILED', { errors: [{ field, message }] }),
      );
      expect(await readStoredRows()).toEqual([[], [], []]);
    });

    it('stores both the message and the email, or neither', async () => {
      await database.query('alter table mails rename to mails_renamed');
      try {
        expect((await sendMessage(MESSAGE)).status).toBe(500);
      } finally {
        await database.query('alter table mails_renamed rename to mails');
      }
      expect(await readStoredRows()).toEqual([[], [], []]);
    });
  });

  describe('without a mail server', () => {
    useApi({});

    it('stores the message and records the sender without queuing an email', async () => {
      expect((await sendMessage(MESSAGE)).status).toBe(201);
      const [messages, emails, activities] = await readStoredRows();
      expect([messages.length, emails.length]).toEqual([1, 0]);
      expect(activities).toMatchObject([
        {
          description: 'Dana Reyes (dana@reyes-hvac.example) sent a message through the contact form.',
          metadata: { contactMessageId: messages[0]?.id },
        },
      ]);
      expect(api.log.join('')).not.toContain('900 calls');
    });

    describe("the administrators' inbox", () => {
      const INBOX_PATH = '/api/admin/contact-messages';
      let admin: SessionClient;
      beforeAll(async () => {
        const { user } = await database.makeAccount({ user: { role: 'admin' } });
        admin = await api.signIn(user);
      });
      const listMessages = async (query = ''): Promise<ContactInboxDto> =>
        (await admin.get<ContactInboxDto>(`${INBOX_PATH}${query}`)).body;

      it('lets administrators mark messages as done and new', async () => {
        await sendMessage(MESSAGE);
        const inbox = await listMessages();
        const text = 'We answer 900 calls a month.\nWhat would that cost?';
        expect(inbox).toMatchObject({ items: [{ ...MESSAGE, message: text, doneAt: null }], next: null, newCount: 1 });
        const path = `${INBOX_PATH}/${inbox.items[0]?.id}`;
        expect(await admin.patch(path, { isDone: true })).toMatchObject({
          status: 200,
          body: { doneAt: expect.any(String) as string },
        });
        expect(await listMessages()).toEqual({ items: [], next: null, newCount: 0 });
        expect(await listMessages('?state=done')).toMatchObject({ items: [{ name: 'Dana Reyes' }] });
        await admin.patch(path, { isDone: false });
        await admin.patch(path, { isDone: false });
        expect(await listMessages()).toMatchObject({ newCount: 1 });
        const [, , activities] = await readStoredRows();
        const updates = activities.filter(({ action }) => action === 'Contact message updated');
        expect(updates.map(({ description }) => description).toSorted()).toEqual([
          'The message from Dana Reyes (dana@reyes-hvac.example) was marked as done.',
          'The message from Dana Reyes (dana@reyes-hvac.example) was marked as new.',
        ]);
      });

      it('is paginated', async () => {
        await database.query(
          `insert into contact_messages (name, email, message, created_at)
           select 'Dana', 'dana@example.com', number, now() - make_interval(mins => number) from generate_series(1, 27) number`,
        );
        const firstPage = await listMessages();
        expect([firstPage.items.length, firstPage.items[0]?.message, firstPage.newCount]).toEqual([25, '1', 27]);
        const secondPage = await listMessages(`?after=${firstPage.next}`);
        expect([secondPage.items.map(({ message }) => message), secondPage.next]).toEqual([['26', '27'], null]);
      });

      it('rejects unknown messages and invalid parameters', async () => {
        for (const id of ['nothing', '5f0c2a8e-7a2b-4d55-9a3e-0d6f1b7c9e21'])
          expect(await admin.patch(`${INBOX_PATH}/${id}`, { isDone: true })).toMatchObject(
            problem(404, 'CONTACT_MESSAGE_NOT_FOUND'),
          );
        for (const query of ['?state=read', '?after=x'])
          expect(await admin.get(`${INBOX_PATH}${query}`)).toMatchObject({ status: 400 });
      });
    });
  });
});
