import { AsyncLocalStorage } from 'node:async_hooks'
import type { Context, Link, Span as OpenSpan, SpanContext } from '@opentelemetry/api'
import type { Sampler } from '@opentelemetry/sdk-trace'
import type { Span, SpanOptions, Tracer } from '#platform/telemetry/tracing.ts'
import type { Config } from './config.ts'

export type Tracing = {
  tracer: Tracer
  /** Sends what is recorded, for 3 s at most. */
  stop(): Promise<void>
}

/** How long a stopping process waits for the collector, in ms. */
const stopTimeoutMs = 3_000

/** The packages, loaded only where traces are wanted: 20 MB of memory. */
async function loadPackages() {
  const [api, sdk, resources, core, exporter] = await Promise.all([
    import('@opentelemetry/api'),
    import('@opentelemetry/sdk-trace'),
    import('@opentelemetry/resources'),
    import('@opentelemetry/core'),
    import('@opentelemetry/exporter-trace-otlp-http'),
  ])
  return { api, sdk, resources, core, exporter }
}

type Packages = Awaited<ReturnType<typeof loadPackages>>

/**
 * Sends the spans of this process to the configured OTLP endpoint, in the background: a collector
 * that is away or slow loses spans and delays nothing. `onError` is called when it fails.
 */
export async function startTracing(
  settings: NonNullable<Config['tracing']>,
  resource: Record<string, string>,
  onError: (error: unknown) => void,
): Promise<Tracing> {
  const packages = await loadPackages()
  const { sdk, resources, core, exporter } = packages
  core.setGlobalErrorHandler(onError)
  const own = resources.resourceFromAttributes({ ...resource, 'service.name': settings.service })
  const provider = new sdk.TracerProvider({
    resource: resources
      .defaultResource()
      .merge(resources.detectResources({ detectors: [resources.envDetector] }))
      .merge(own),
    sampler: samplerOf(settings, packages),
    spanProcessors: [
      new sdk.BatchSpanProcessor({
        exporter: new exporter.OTLPTraceExporter({ url: settings.url }),
      }),
    ],
  })
  const timeout = () =>
    new Promise<void>((resolve) => void setTimeout(resolve, stopTimeoutMs).unref())
  return {
    tracer: createTracer(provider.getTracer('atelier', resource['service.version']), packages),
    stop: () => Promise.race([provider.shutdown().catch(onError), timeout()]),
  }
}

/** The sampler that `OTEL_TRACES_SAMPLER` names. */
function samplerOf({ sampler, ratio }: NonNullable<Config['tracing']>, { sdk }: Packages): Sampler {
  const prefix = 'parentbased_'
  const name = sampler.replace(prefix, '')
  const root =
    name === 'traceidratio'
      ? new sdk.TraceIdRatioBasedSampler(ratio)
      : name === 'always_off'
        ? new sdk.AlwaysOffSampler()
        : new sdk.AlwaysOnSampler()
  return sampler.startsWith(prefix) ? new sdk.ParentBasedSampler({ root }) : root
}

type OpenTracer = ReturnType<InstanceType<Packages['sdk']['TracerProvider']>['getTracer']>

function createTracer(open: OpenTracer, { api, core }: Packages): Tracer {
  const running = new AsyncLocalStorage<OpenSpan>()
  const kinds = {
    server: api.SpanKind.SERVER,
    internal: api.SpanKind.INTERNAL,
    client: api.SpanKind.CLIENT,
    consumer: api.SpanKind.CONSUMER,
  }

  const begin = (name: string, options: SpanOptions): OpenSpan => {
    const { kind = 'internal', attributes = {}, parent, startedAt } = options
    const current = running.getStore()?.spanContext()
    const given = parent ? core.parseTraceParent(parent) : null
    const continued = parent === undefined ? current : given && { ...given, isRemote: true }
    const details = {
      kind: kinds[kind],
      attributes,
      links: linksTo(current, continued),
      ...(startedAt !== undefined && { startTime: startedAt }),
    }
    return open.startSpan(name, details, contextOf(continued))
  }

  const contextOf = (parent: SpanContext | null | undefined): Context =>
    parent ? api.trace.setSpanContext(api.ROOT_CONTEXT, parent) : api.ROOT_CONTEXT

  const presented = (span: OpenSpan): Span => ({
    rename: (name) => void span.updateName(name),
    add: (attributes) => void span.setAttributes(attributes),
    fail: (type) => {
      span.setAttribute('error.type', type)
      span.setStatus({ code: api.SpanStatusCode.ERROR })
    },
  })

  return {
    inSpan: (name, options, run) => {
      const span = begin(name, options)
      return running.run(span, () => endingWith(span, presented(span), run))
    },
    traceparent: () => {
      const context = running.getStore()?.spanContext()
      if (!context) return null
      const flags = context.traceFlags.toString(16).padStart(2, '0')
      return `00-${context.traceId}-${context.spanId}-${flags}`
    },
  }
}

/** A span of another trace that led to this one, such as the request that brought a webhook. */
function linksTo(
  current: SpanContext | undefined,
  continued: SpanContext | null | undefined,
): Link[] {
  return current && current.traceId !== continued?.traceId ? [{ context: current }] : []
}

/** Ends the span when the function, or the promise that it returns, ends. */
function endingWith<Result>(open: OpenSpan, span: Span, run: (span: Span) => Result): Result {
  const failed = (error: unknown): never => {
    span.fail(errorType(error))
    open.end()
    throw error
  }
  let result: Result
  try {
    result = run(span)
  } catch (error) {
    return failed(error)
  }
  if (!(result instanceof Promise)) {
    open.end()
    return result
  }
  return result.then((value: unknown) => {
    open.end()
    return value
  }, failed) as Result
}

/** The code of an error, else its name. */
function errorType(error: unknown): string {
  const { code, name } = (error ?? {}) as { code?: unknown; name?: unknown }
  return typeof code === 'string' ? code : typeof name === 'string' ? name : 'unknown'
}
