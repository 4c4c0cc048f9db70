import type { Model } from '#catalogue/model.ts'
import { m } from '#web/messages/compiled/messages.js'
import { fieldText } from '#web/shared/field-texts.ts'
import { Notice } from '#web/ui/feedback/notice.tsx'
import { fieldPlace, goToField } from '../field-place.ts'
import { listedProblem } from '../texts/problem-text.ts'
import type { Problems } from '../use-draft.ts'

/** All that is wrong with a video's settings, each leading to its field (docs/spec/texts.md). */
export function ParameterErrors({ model, problems }: { model: Model; problems: Problems }) {
  const found = Object.values(problems)
  if (model.kind !== 'video' || found.length === 0) return null
  return (
    <Notice tone="bad" title={m.create_parameter_errors()} announce="now">
      <ul className="mt-1 flex flex-col">
        {found.map((problem) => (
          <li key={problem.field}>
            <a
              href={`#${fieldPlace(problem.field)}`}
              onClick={(event) => {
                event.preventDefault()
                goToField(problem.field)
              }}
              className="inline-flex min-h-6 items-center rounded-[3px] underline decoration-edge underline-offset-2 hover:text-text"
            >
              {listedProblem(problem, fieldText(problem.field, model.kind))}
            </a>
          </li>
        ))}
      </ul>
    </Notice>
  )
}
