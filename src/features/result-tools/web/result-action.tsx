import { useMemo } from 'react'
import { listModels } from '#core/models/rules/catalogue.ts'
import { usePrices } from '#web/lib/settings.ts'
import { m } from '#web/messages/compiled/messages.js'
import { isImage, isVideo } from '#web/shared/media.ts'
import type { ResultActionProps } from '#web/shared/record-actions/result-actions.ts'
import { tighterButton, tighterLabel } from '#web/shared/record-actions/result-buttons.tsx'
import { Button, IconButton } from '#web/ui/controls/button.tsx'
import { Wrench } from '#web/ui/icons/stage-icons.ts'
import { Popover, type PopoverTrigger } from '#web/ui/overlays/popover.tsx'
import { chooseTools, type ToolChoices } from '../rules.ts'
import { ToolMenu } from './tool-menu.tsx'
import { useTool } from './use-tool.ts'

/** The tools for a result: each with its price, started with one press. Nothing where there is none. */
export function ResultAction({ generation, media, look, onStarted }: ResultActionProps) {
  const choices = useTools(media)
  const { run, isUnderWay } = useTool(generation, onStarted)
  if (!media || generation.removed_at !== null || choices.cheapest.length === 0) return null
  return (
    <Popover
      label={m.tools_label()}
      side="above"
      align={look === 'on-image' || look === 'icon' ? 'end' : 'start'}
      trigger={(trigger) => (
        <ToolsButton {...{ trigger, look }} at={media.position} isBusy={isUnderWay} />
      )}
    >
      {(close) => (
        <ToolMenu
          {...choices}
          isBusy={isUnderWay}
          onChoose={(choice) => {
            close()
            run(choice)
          }}
        />
      )}
    </Popover>
  )
}

function useTools(media: ResultActionProps['media']): ToolChoices {
  const prices = usePrices()
  const models = listModels()
  const medium = media && (isImage(media) ? 'image' : isVideo(media) ? 'video' : undefined)
  const address = media?.url
  return useMemo(
    () =>
      medium && address
        ? chooseTools(models, { medium, address }, prices)
        : { cheapest: [], others: [] },
    [models, medium, address, prices],
  )
}

type ToolsButtonProps = Pick<ResultActionProps, 'look'> & {
  trigger: PopoverTrigger
  /** Which of the results it is, from 1. */
  at: number
  isBusy: boolean
}

function ToolsButton({ trigger, look, at, isBusy }: ToolsButtonProps) {
  if (look === 'on-image' || look === 'icon')
    return (
      <IconButton
        {...trigger}
        icon={Wrench}
        small
        onImage={look === 'on-image'}
        label={look === 'on-image' ? m.tools_label_image({ at }) : m.tools_label()}
        aria-busy={isBusy}
      />
    )
  return (
    <Button
      {...trigger}
      size="small"
      variant="quiet"
      icon={Wrench}
      busy={isBusy}
      className={look === 'tight' ? tighterButton : ''}
    >
      <span className={look === 'tight' ? tighterLabel : ''}>{m.tools_label()}</span>
    </Button>
  )
}
