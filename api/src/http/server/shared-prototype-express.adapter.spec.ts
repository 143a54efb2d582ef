import type { Express, Request, Response } from 'express';
import { request as send } from 'undici';

import { listenLocally } from '@ringwell/testing/local-server';

import { SharedPrototypeExpressAdapter } from './shared-prototype-express.adapter';

describe('SharedPrototypeExpressAdapter', () => {
  it('creates requests and responses whose prototype Express does not replace', async () => {
    const adapter = new SharedPrototypeExpressAdapter();
    adapter.initHttpServer();
    const [server, app] = [adapter.getHttpServer(), adapter.getInstance<Express>()];
    const prototypes: unknown[][] = [];
    const recordPrototypes = (request: object, response: object): void => {
      prototypes.push([request, response].map((each) => Object.getPrototypeOf(each) as unknown));
    };
    server.prependListener('request', recordPrototypes);
    app.get('/things/:id', (request: Request, response: Response) => {
      recordPrototypes(request, response);
      response.status(201).json({ id: request.params['id'], host: request.hostname });
    });
    const port = await listenLocally(server);
    try {
      const { statusCode, body } = await send(`http://127.0.0.1:${port}/things/7`);
      expect([statusCode, await body.json()]).toEqual([201, { id: '7', host: '127.0.0.1' }]);
      const [createdPrototypes, handledPrototypes] = prototypes;
      expect(handledPrototypes?.map((prototype, index) => prototype === createdPrototypes?.[index])).toEqual([
        true,
        true,
      ]);
    } finally {
      server.close();
    }
  });

  it.each(['httpsOptions', 'forceCloseConnections', 'return503OnClosing'])(
    'rejects the option %s, which it would drop',
    (option) => {
      const adapter = new SharedPrototypeExpressAdapter();
      expect(() => adapter.initHttpServer({ [option]: option === 'httpsOptions' ? {} : true })).toThrow(option);
    },
  );
});
