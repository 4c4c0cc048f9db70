import type { GenerationView } from '#core/generations/generation-contract.ts'
import type { ResultTool } from '#core/models/rules/result-tools.ts'
import { formatNumber } from '#web/lib/format.ts'
import { navigate } from '#web/lib/navigation/location.ts'
import { m } from '#web/messages/compiled/messages.js'
import { recordAddress } from '#web/shared/record-actions/record-links.ts'
import { reportProblems } from '#web/shared/start/report-problems.ts'
import { useStart } from '#web/shared/start/use-start.ts'
import { toast } from '#web/ui/feedback/toast.ts'
import type { ToolChoice } from '../rules.ts'

/** The name of a tool, in the reader's language. */
export const toolName: Readonly<Record<ResultTool, () => string>> = {
  upscale: m.tools_upscale,
  'remove-background': m.tools_remove_background,
  'depth-map': m.tools_depth_map,
  pose: m.tools_pose,
}

type Source = Pick<GenerationView, 'id' | 'is_public'>

/**
 * Starts a tool on a file of a generation, with that generation as its parent. `onStarted` shows what
 * was started; without it a toast has a link to it.
 */
export function useTool(
  { id, is_public: isPublic }: Source,
  onStarted?: (generation: GenerationView) => void,
) {
  const { start, isUnderWay } = useStart({
    onProblems: (problems) => void reportProblems(problems, m.tools_not_started()),
    onSignInNeeded: () => undefined,
    onStarted: onStarted ?? reportStart,
  })
  return {
    isUnderWay,
    run: ({ model, values }: ToolChoice) =>
      void start({ model, values, isPublic, parentId: id }, undefined),
  }
}

function reportStart(generation: GenerationView): void {
  const { model_name: model, credits_charged } = generation
  toast(m.tools_started({ model }), {
    description: m.viewer_started_text({ credits: formatNumber(credits_charged) }),
    action: {
      label: m.viewer_started_show(),
      onAction: () => {
        const { to, query } = recordAddress(generation)
        navigate(to, { query })
      },
    },
  })
}
