/** What a span says about itself. Values are few or ids: never a text, an address or an e-mail. */
export type Attributes = Record<string, string | number | boolean>

export type SpanOptions = {
  /** Default: `internal`. */
  kind?: 'server' | 'internal' | 'client' | 'consumer'
  attributes?: Attributes
  /** The `traceparent` it continues; `null`: none. Absent: the span that runs now. */
  parent?: string | null
  /** When it began, in ms since 1970, where that was before the call. */
  startedAt?: number
}

/** A span while it runs. */
export type Span = {
  rename(name: string): void
  add(attributes: Attributes): void
  /** Marks it as failed. `type`: a code, never the message, which may repeat a prompt. */
  fail(type: string): void
}

/** What records spans (main/open-telemetry.ts). */
export type Tracer = {
  inSpan<Result>(name: string, options: SpanOptions, run: (span: Span) => Result): Result
  /** The current span as W3C `traceparent`; `null`: there is none. */
  traceparent(): string | null
}

const ignored: Span = {
  rename: () => undefined,
  add: () => undefined,
  fail: () => undefined,
}

const noTracer: Tracer = {
  inSpan: (_name, _options, run) => run(ignored),
  traceparent: () => null,
}

let tracer = noTracer

/** Records the spans of this process with this tracer; `null`: records none. */
export function setTracer(next: Tracer | null): void {
  tracer = next ?? noTracer
}

/**
 * Runs a function in a span, which ends with it or with the promise it returns. Without a tracer it
 * only runs the function.
 */
export function inSpan<Result>(
  name: string,
  options: SpanOptions,
  run: (span: Span) => Result,
): Result {
  return tracer.inSpan(name, options, run)
}

/** The current span as W3C `traceparent`, for what continues its trace; `null`: there is none. */
export function currentTraceparent(): string | null {
  return tracer.traceparent()
}
