import { FakeHttpProvider, type ProviderReply, type ProviderRequest } from './fake-http-provider';

export interface CollectedSpan {
  service: string;
  version: string;
  name: string;
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  attributes: Record<string, string | number>;
  events: unknown[];
  status: { code?: number; message?: string };
}

interface CollectedBatch {
  path: string;
  headers: Record<string, unknown>;
  spans: CollectedSpan[];
}

type Value = { stringValue?: string; intValue?: number };
type KeyValue = { key: string; value: Value };
type OtlpSpan = Omit<CollectedSpan, 'service' | 'version' | 'attributes'> & { attributes: KeyValue[] };

interface OtlpTraces {
  resourceSpans: { resource: { attributes: KeyValue[] }; scopeSpans: { spans: OtlpSpan[] }[] }[];
}

/** A collector that accepts traces over HTTP as JSON (OTLP) and keeps them. */
export class FakeTraceCollector extends FakeHttpProvider<CollectedBatch> {
  reply: (batch: CollectedBatch) => ProviderReply = () => ({ body: {} });

  get spans(): CollectedSpan[] {
    return this.requests.flatMap(({ spans }) => spans);
  }

  protected override read({ url, headers, body }: ProviderRequest): Promise<CollectedBatch> {
    const { resourceSpans } = JSON.parse(body.toString()) as OtlpTraces;
    const spans = resourceSpans.flatMap(({ resource, scopeSpans }) =>
      scopeSpans
        .flatMap((scope) => scope.spans)
        .map((span) => ({
          ...span,
          service: String(parseAttributes(resource.attributes)['service.name']),
          version: String(parseAttributes(resource.attributes)['service.version']),
          attributes: parseAttributes(span.attributes),
        })),
    );
    return Promise.resolve({ path: url.pathname, headers, spans });
  }
}

function parseAttributes(attributes: KeyValue[]): Record<string, string | number> {
  return Object.fromEntries(
    attributes.map(({ key, value }) => [key, value.stringValue ?? value.intValue ?? JSON.stringify(value)]),
  );
}
