import type { z } from 'zod';

import { chatGarbage, type ChatService } from './chat-failure';

/** What a chat answered to a message that it took. @throws AppError `…_GARBAGE`; its cause would quote the answer */
export function chatAnswer<T>(chat: ChatService, schema: z.ZodType<T>, body: string): T {
  const answer = schema.safeParse(jsonOf(body));
  if (!answer.success) throw chatGarbage(chat);
  return answer.data;
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
