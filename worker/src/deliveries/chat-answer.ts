import type { z } from 'zod';

import { responseJson } from '@ringwell/platform/outbound/response-json';

import { chatGarbage, type ChatService } from './chat-failure';

/** What a chat answered; `undefined` when that cannot be read. */
export function readChatAnswer<T>(schema: z.ZodType<T>, body: string): T | undefined {
  return schema.safeParse(responseJson(body)).data;
}

/**
 * The same for a chat that says in the body whether it took the message.
 * @throws AppError `…_GARBAGE`, without a cause, which would quote the answer
 */
export function chatAnswer<T>(chat: ChatService, schema: z.ZodType<T>, body: string): T {
  const answer = readChatAnswer(schema, body);
  if (answer === undefined) throw chatGarbage(chat);
  return answer;
}
