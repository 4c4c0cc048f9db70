import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { availableValues } from '#core/models/rules/form-values.ts'
import { type FieldProblem, parseInput } from '#core/models/rules/parse-input.ts'
import { navigate, useLocation } from '#web/lib/navigation/location.ts'
import { saveCarriedInputs, withCarriedInputs } from './carry-over.ts'
import { type Draft, readDraft, writeDraft } from './draft.ts'
import { keepParent } from './keep-parent.ts'
import { findOtherForm } from './other-form.ts'
import { formQuery, remainingQuery, startingPoint } from './starting-point.ts'

/** The problems, by field. */
export type Problems = Readonly<Record<string, FieldProblem>>

/** The changes that the address made to the form. */
type AddressNote = { ignored: string[]; replaced?: Draft }

export type DraftForm = {
  draft: Draft
  /** Whose uploads its fields have: its generation type’s. */
  uploads: string
  problems: Problems
  /** Increases each time problems are shown, so that showing the same ones again is noticed. */
  timesShown: number
  note: AddressNote | undefined
  change(next: Partial<Draft>): void
  /** Changes one field, which removes its problem. */
  changeValue(name: string, value: unknown): void
  showProblems(problems: readonly FieldProblem[]): void
  dismissNote(): void
}

/**
 * The form's content: from the address once, otherwise as stored in this tab. `modelId` selects its
 * model. Every change is stored.
 */
export function useDraft(generationType: string, modelId?: string): DraftForm {
  const [draft, setDraft] = useState(
    () => startingPoint(generationType, modelQuery(modelId), undefined).draft,
  )
  const [problems, setProblems] = useState<Problems>({})
  const [timesShown, setTimesShown] = useState(0)
  const [note, setNote] = useState<AddressNote>()
  const isOpened = useOpening(generationType, modelId, (point) => {
    setDraft(point.draft)
    setProblems(byField(overlongTexts(point.draft)))
    if (point.note) setNote(point.note)
  })

  useEffect(() => {
    if (!isOpened) return
    writeDraft(generationType, draft)
    saveCarriedInputs(draft)
  }, [generationType, draft, isOpened])

  return {
    draft,
    uploads: generationType,
    problems,
    timesShown,
    note,
    change: (next) => {
      setDraft((before) => normalizeDraft(before, { ...before, ...next }))
      if (next.values) setProblems({})
    },
    changeValue: (name, value) => {
      setDraft((before) =>
        normalizeDraft(before, { ...before, values: { ...before.values, [name]: value } }),
      )
      setProblems(({ [name]: _mended, ...others }) => others)
    },
    showProblems: (found) => {
      setProblems(byField(found))
      setTimesShown((before) => before + 1)
    },
    dismissNote: () => setNote(undefined),
  }
}

const byField = (found: readonly FieldProblem[]): Problems =>
  Object.fromEntries(found.map((problem) => [problem.field, problem]))

/**
 * Texts of a link are filled in at any length; those that are too long are marked as soon as the
 * form opens.
 */
function overlongTexts({ model, values }: Draft): FieldProblem[] {
  const parsed = parseInput(model, values)
  return parsed.ok ? [] : parsed.problems.filter(({ problem }) => problem === 'too_long')
}

/**
 * The side effects of a change: removes options that no longer apply, and a parent that no longer
 * does.
 */
function normalizeDraft(before: Draft, after: Draft): Draft {
  return keepParent(before, { ...after, values: availableValues(after.model, after.values) })
}

type Opening = { draft: Draft; note: AddressNote | undefined }

/**
 * Opens the form once, and again whenever the address contains parameters for it, which are then
 * removed from it.
 */
function useOpening(
  generationType: string,
  modelId: string | undefined,
  onOpen: (opening: Opening) => void,
): boolean {
  const { path, search, hash } = useLocation()
  const openedSearch = useRef<string>(undefined)
  const [isOpened, setOpened] = useState(false)

  // Before the first paint, so that the form does not change visibly.
  useLayoutEffect(() => {
    if (openedSearch.current === search) return
    const isFirst = openedSearch.current === undefined
    openedSearch.current = search
    const query = formQuery(generationType, search)
    const elsewhere = findOtherForm(generationType, modelId, query)
    if (elsewhere) {
      navigate(elsewhere + search + hash, { replace: true })
      return
    }
    const isForForm = Object.keys(query).length > 0
    if (isFirst || isForForm) {
      const stored = withCarriedInputs(generationType, readDraft(generationType))
      const { draft, ignored, replaced } = startingPoint(
        generationType,
        { ...query, ...modelQuery(modelId) },
        stored,
      )
      const isWorthSaying = ignored.length > 0 || replaced
      onOpen({
        draft,
        note: isWorthSaying ? { ignored, ...(replaced && { replaced }) } : undefined,
      })
      setOpened(true)
    }
    if (isForForm) navigate(path + remainingQuery(generationType, search) + hash, { replace: true })
  })
  return isOpened
}

const modelQuery = (modelId: string | undefined): Record<string, string> =>
  modelId ? { model: modelId } : {}
