import { randomUUID } from 'node:crypto';

import type { ProviderReply } from './fake-http-provider';

export function stripeErrorReply(
  status: number,
  error: { type: string; code?: string; param?: string; message: string },
): ProviderReply {
  return { status, headers: { 'request-id': `req_${randomUUID().slice(0, 8)}` }, body: { error } };
}

export function replyNotFound(message: string, param?: string): ProviderReply {
  return stripeErrorReply(404, { type: 'invalid_request_error', code: 'resource_missing', param, message });
}

export function replyRejected(message: string, code?: string, param?: string): ProviderReply {
  return stripeErrorReply(400, { type: 'invalid_request_error', code, param, message });
}

export function replyIfFound(body: object | undefined, message: string): ProviderReply {
  return body ? { body } : replyNotFound(message);
}

export function replyList(url: string, data: object[], hasMore: boolean): ProviderReply {
  return { body: { object: 'list', url, has_more: hasMore, data } };
}
