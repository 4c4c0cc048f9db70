import type { StartRefusal } from '#core/generations/rules/start-generation.ts'
import type { Kind } from '#core/models/rules/kinds.ts'
import type { FieldProblem } from '#core/models/rules/parse-input.ts'
import type { ApiError } from '#web/lib/api.ts'
import { errorText } from '#web/lib/error-text.ts'
import { formatNumber } from '#web/lib/format.ts'
import { currentLocale } from '#web/lib/locale.ts'
import { navigate } from '#web/lib/navigation/location.ts'
import { askToAcceptTerms, askToSignIn, askToUpgrade } from '#web/lib/prompts.ts'
import { m } from '#web/messages/compiled/messages.js'
import { toast } from '#web/ui/feedback/toast.ts'
import type { StartOutcome } from './start-generation.ts'

/**
 * Why nothing could be started, in the reader's language: the reason, and whether credits were
 * charged.
 */
export type StartFailure = { title: string; text: string }

export type Refused = {
  /** The server could not start it; a toast has already reported that. */
  onFailed?: (failure: StartFailure) => void
  onProblems: (problems: readonly FieldProblem[]) => void
  /** The sign-in leaves the page and returns to it; `resumedAction` is the action that is resumed then. */
  onSignInNeeded: (resumedAction: string | undefined) => void
}

type Handlers = Refused & {
  /** The kind of the generation: audio has texts of its own. */
  kind: Kind
  /** The server reports that the session has ended. */
  onSignedOut: () => void
  /** The action that is resumed after a sign-in (web/lib/resume-action.ts). */
  resumedAction?: string | undefined
}

/** Reports why a press on the button started nothing: the reason, the credits, the next step. */
export function reportOutcome(
  outcome: Exclude<StartOutcome, { result: 'started' | 'account-changed' }>,
  handlers: Handlers,
): void {
  if (outcome.result === 'refused') reportRefusal(outcome.refusal, handlers)
  if (outcome.result === 'failed') reportFailure(outcome, handlers)
}

function reportRefusal(refusal: StartRefusal, handlers: Handlers): void {
  const { onProblems, onSignInNeeded, resumedAction } = handlers
  switch (refusal.reason) {
    case 'invalid_input':
      onProblems(refusal.problems)
      break
    case 'not_signed_in':
      onSignInNeeded(resumedAction)
      askToSignIn({
        description: m.create_sign_in_reason(),
        ...(resumedAction !== undefined && { resumedAction }),
      })
      break
    case 'insufficient_credits': {
      const { required, current } = refusal
      const sums = { required: formatNumber(required), current: formatNumber(current) }
      void reportUpgrade('insufficient_credits', sums, handlers)
      askToUpgrade({ reason: 'credits', required, current })
      break
    }
    case 'never_paid':
      void reportUpgrade('never_paid', {}, handlers)
      askToUpgrade({ reason: 'never-paid' })
      break
    case 'account_suspended':
      void withTexts(({ errorMessage }) =>
        warn(errorMessage('account_suspended', currentLocale()), m.create_not_charged()),
      )
      break
    case 'job_ceiling':
    case 'daily_cap':
      void reportLimit(refusal)
      break
    case 'too_many_starts': {
      const { seconds } = refusal
      void withTexts(({ errorMessage }) =>
        warn(errorMessage('too_many_starts', currentLocale(), { seconds }), m.create_not_charged()),
      )
    }
  }
}

type ErrorTexts = typeof import('#core/texts/contract/error-messages.ts')

/** The texts come with the first refusal: most visits need none of them. */
async function withTexts(report: (texts: ErrorTexts) => void): Promise<void> {
  const texts = await import('#core/texts/contract/error-messages.ts').catch(() => null)
  if (texts) report(texts)
  else warn(m.create_no_answer(), m.create_not_charged())
}

/** For audio, the short text is also shown on the page (docs/spec/texts.md). */
function reportUpgrade(
  code: 'insufficient_credits' | 'never_paid',
  sums: Record<string, string>,
  { kind, onFailed }: Handlers,
): Promise<void> {
  return withTexts(({ audioRefusal, errorMessage }) => {
    const text = errorMessage(code, currentLocale(), sums)
    const short = kind === 'audio' ? audioRefusal({ code, error: text }, currentLocale()) : null
    warn(short?.message ?? text, m.create_not_charged())
    if (short)
      onFailed?.({ title: short.error, text: `${short.message} ${m.create_not_charged()}` })
  })
}

/** A limit that the account set itself, with a link to it. */
function reportLimit(
  refusal: Extract<StartRefusal, { reason: 'job_ceiling' | 'daily_cap' }>,
): Promise<void> {
  const { reason, required, max } = refusal
  const sums = {
    required: formatNumber(required),
    max: formatNumber(max),
    current: reason === 'daily_cap' ? formatNumber(refusal.current) : undefined,
  }
  return withTexts(({ errorMessage }) =>
    toast(errorMessage(reason, currentLocale(), sums), {
      tone: 'bad',
      description: m.create_not_charged(),
      action: { label: m.limits_change(), onAction: () => navigate('/account') },
    }),
  )
}

function reportFailure(
  { error, isSent }: Extract<StartOutcome, { result: 'failed' }>,
  handlers: Handlers,
): void {
  const refusal = refusalOf(error)
  if (error.code === 'unauthorized') handlers.onSignedOut()
  if (refusal) {
    reportRefusal(refusal, handlers)
    return
  }
  if (error.code === 'terms_not_accepted') askToAcceptTerms()
  const title = errorText(error, m.create_no_answer())
  const text =
    isSent && isOutcomeUnknown(error) ? m.create_no_answer_next() : m.create_not_charged()
  warn(title, text)
  handlers.onFailed?.({ title, text })
}

/**
 * The error may have occurred after the charge, so the text says nothing about credits; the
 * request's key makes a retry safe. Only where the provider rejects every job, the server surely
 * charged nothing.
 */
function isOutcomeUnknown({ status, code }: ApiError): boolean {
  const isNothingStarted =
    code === 'maintenance' ||
    code === 'provider_unavailable' ||
    code === 'provider_not_configured' ||
    code === 'storage_unavailable'
  return !isNothingStarted && (status < 400 || status >= 500)
}

/** A refusal of the server for a reason that the form checks, too. */
function refusalOf({ code, body }: ApiError): StartRefusal | undefined {
  if (code === 'invalid_input' && body?.fields)
    return { reason: 'invalid_input', problems: body.fields.map(problemOf) }
  if (code === 'unauthorized') return { reason: 'not_signed_in' }
  if (code === 'never_paid' || code === 'account_suspended') return { reason: code }
  const { required = 0, current = 0, max = 0 } = body ?? {}
  if (code === 'job_ceiling') return { reason: code, required, max }
  if (code === 'daily_cap') return { reason: code, required, max, current }
  return code === 'insufficient_credits' ? { reason: code, required, current } : undefined
}

type ServerProblem = NonNullable<NonNullable<ApiError['body']>['fields']>[number]

function problemOf({ field, problem, min, max, options }: ServerProblem): FieldProblem {
  return {
    field,
    problem,
    ...(min !== undefined && { min }),
    ...(max !== undefined && { max }),
    ...(options && { options }),
  }
}

function warn(message: string, description: string): void {
  toast(message, { tone: 'bad', description })
}
