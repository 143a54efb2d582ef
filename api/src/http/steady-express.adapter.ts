import { createServer, IncomingMessage, ServerResponse } from 'node:http';

import { ExpressAdapter } from '@nestjs/platform-express';
import type { Express } from 'express';

/**
 * Express with requests and responses that are made as its own. It would give every one of them another prototype when it comes
 * in; the engine then keeps a hidden class and its tables for each, with every property that is added later, until the next full
 * collection, and no access to them can be cached. With the prototype there from the start Express finds nothing to change.
 */
export class SteadyExpressAdapter extends ExpressAdapter {
  override initHttpServer(): void {
    const app = this.getInstance<Express>();
    class OwnRequest extends IncomingMessage {}
    class OwnResponse extends ServerResponse {}
    app.request = Object.setPrototypeOf(OwnRequest.prototype, app.request) as Express['request'];
    app.response = Object.setPrototypeOf(OwnResponse.prototype, app.response) as Express['response'];
    this.httpServer = createServer({ IncomingMessage: OwnRequest, ServerResponse: OwnResponse }, app);
  }
}
