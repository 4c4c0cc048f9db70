import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { CheckedModelView } from '#core/models/admin-models-contract.ts'
import { buildModel } from '#core/models/rules/build-model.ts'
import type { Definition } from '#core/models/rules/definition.ts'
import type { Model } from '#core/models/rules/model.ts'
import { fetchJson, retryUnlessRefused } from '#web/lib/api.ts'

/** How long nothing is typed before a definition is checked, in ms. */
const pause = 300

export type Problem = CheckedModelView['problems'][number]

export type CheckedDefinition = {
  /** The text as JSON, if it is an object. */
  definition: Record<string, unknown> | undefined
  /** Why it is no JSON, or what the server found; `undefined`: not known yet. */
  problems: readonly Problem[] | undefined
  /** Why the server could not be asked. */
  error: Error | null
  /** The model of the last text that had no problem. */
  model: Model | null
}

/** Checks the text of a definition on the server while it is typed. */
export function useCheckedDefinition(text: string): CheckedDefinition {
  const settled = useSettled(text)
  const parsed = parse(settled)
  const { definition } = parsed
  const { data, error } = useQuery({
    queryKey: ['model-check', settled],
    queryFn: ({ signal }) =>
      fetchJson<CheckedModelView>('POST', '/api/admin/models/check', {
        body: { definition },
        signal,
      }),
    enabled: definition !== undefined,
    retry: retryUnlessRefused,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 10_000,
  })
  const problems = parsed.problem ? [parsed.problem] : data?.problems
  const isValid = definition !== undefined && problems?.length === 0
  const [last, setLast] = useState<{ text: string; model: Model }>()
  if (isValid && last?.text !== settled)
    setLast({ text: settled, model: buildModel(definition as unknown as Definition, 1) })
  return {
    definition: settled === text ? definition : undefined,
    problems: settled === text ? problems : undefined,
    error: definition ? error : null,
    model: last?.model ?? null,
  }
}

function useSettled(text: string): string {
  const [settled, setSettled] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), pause)
    return () => clearTimeout(timer)
  }, [text])
  return settled
}

type Parsed = { definition?: Record<string, unknown>; problem?: Problem }

function parse(text: string): Parsed {
  try {
    const value: unknown = JSON.parse(text)
    if (typeof value === 'object' && value !== null && !Array.isArray(value))
      return { definition: value as Record<string, unknown> }
    return { problem: { path: '', message: 'not a JSON object' } }
  } catch (error) {
    return { problem: { path: '', message: (error as Error).message } }
  }
}
