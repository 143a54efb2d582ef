import { RequestMethod } from '@nestjs/common';
import { METHOD_METADATA, PATH_METADATA } from '@nestjs/common/constants.js';
import { MetadataScanner, ModulesContainer, Reflector } from '@nestjs/core';

import { startApiWithDatabase, type TestApi } from '@ringwell/testing/start-api';

import { Access } from './access.decorator';

interface ExpressApp {
  router: { stack: { route?: { path: string; stack: { method: string }[] } }[] };
}

describe('access to the routes', () => {
  let api: TestApi;

  beforeAll(async () => {
    ({ api } = await startApiWithDatabase());
  });
  afterAll(() => api.stop());

  /** `GET /api/x`, and who may use it. */
  function routesOfControllers(): Map<string, string> {
    const reflector = new Reflector();
    const controllers = [...api.app.get(ModulesContainer).values()].flatMap((module) => [...module.controllers.values()]);
    return new Map(controllers.flatMap(({ metatype, instance }) => {
      const prototype = Object.getPrototypeOf(instance) as Record<string, () => unknown>;
      return new MetadataScanner().getAllMethodNames(prototype).flatMap((name) => {
        const handler = prototype[name];
        if (!handler || !metatype) return [];
        const method = Reflect.getMetadata(METHOD_METADATA, handler) as RequestMethod | undefined;
        if (method === undefined) return [];
        const path = [Reflect.getMetadata(PATH_METADATA, metatype), Reflect.getMetadata(PATH_METADATA, handler)].join('/');
        const access = reflector.getAllAndOverride(Access, [handler, metatype]) as string | undefined;
        return [[`${RequestMethod[method]} /${path.replace(/^\/+|\/+$/g, '')}`, access ?? 'nobody']];
      });
    }));
  }

  it('is what it is meant to be', () => {
    const lines = [...routesOfControllers()].map(([route, access]) => `${route}: ${access}`).sort();
    expect(lines).toMatchInlineSnapshot(`
[
  "GET /api/health/live: public",
  "GET /api/health/ready: public",
  "GET /api/n8n/calls/:id: bearer",
  "GET /api/openapi.json: public",
  "POST /api/n8n/calls: bearer",
]
`);
  });

  it('is decided for every route there is', () => {
    const { router } = api.app.getHttpAdapter().getInstance() as ExpressApp;
    const registered = router.stack.flatMap(({ route }) => (route ? route.stack.map(({ method }) => `${method.toUpperCase()} ${route.path}`) : []));
    expect([...new Set(registered)].sort()).toEqual([...routesOfControllers().keys()].sort());
  });
});
