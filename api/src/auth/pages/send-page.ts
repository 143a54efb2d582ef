import type { Response } from 'express';

export function sendPage(response: Response, page: string, status = 200): void {
  response.status(status).set('Cache-Control', 'no-store').type('text/html; charset=utf-8').send(page);
}
