import { type ComponentType, Suspense, useState } from 'react'
import type { GenerationView } from '#core/generations/generation-contract.ts'
import type { SelectionActionName } from '#core/history/contract/history-changes.ts'
import type { Kind } from '#core/models/rules/kinds.ts'
import { hasFiles } from '#core/models/rules/kinds.ts'
import { formatNumber } from '#web/lib/format.ts'
import { findSelectedIds } from '#web/lib/history/change-selection.ts'
import { m } from '#web/messages/compiled/messages.js'
import { featureParts } from '#web/shared/feature-parts.tsx'
import { type SeveralFiles, severalFiles } from '#web/shared/record-actions/several-files.ts'
import { Button, IconButton } from '#web/ui/controls/button.tsx'
import { X } from '#web/ui/icons/basic-icons.ts'
import { Download } from '#web/ui/icons/form-icons.ts'
import { Ellipsis } from '#web/ui/icons/history-icons.ts'
import { Trash2 } from '#web/ui/icons/media-icons.ts'
import { Popover } from '#web/ui/overlays/popover.tsx'
import { PopoverChoices } from '#web/ui/overlays/popover-choices.tsx'
import { RemoveDialog } from '../records/remove-dialog.tsx'
import { SelectionTagsDialog } from '../records/tags-dialog.tsx'
import { type Selection, useSelectedCount } from './selection.ts'

/** What features know of selected records, to add actions on them: `records`, those that were fetched. */
export type SelectionActionProps = { count: number; records: () => GenerationView[] }

const FeatureActions = featureParts(
  import.meta.glob<ComponentType<SelectionActionProps>>(
    '/src/features/*/web/selection-action.tsx',
    {
      eager: true,
      import: 'SelectionAction',
    },
  ),
)

/** A choice that a feature adds to the menu of selected records: it opens a dialog. */
export type SelectionChoice = {
  label: () => string
  Dialog: ComponentType<{
    count: number
    findIds: () => Promise<readonly string[]>
    onClose: () => void
    onDone: () => void
  }>
}

const addedChoices = Object.values(
  import.meta.glob<SelectionChoice>('/src/features/*/web/selection-choice.tsx', {
    eager: true,
    import: 'selectionChoice',
  }),
)

/** Places where a record can be dropped while it is dragged (`drag-record.ts`). */
const DropTargets = featureParts(
  import.meta.glob<ComponentType>('/src/features/*/web/drop-target.tsx', {
    eager: true,
    import: 'DropTarget',
  }),
)

/** The actions on the selected records, at the lower edge of the window. */
export function BatchBar({ kind, selection }: { kind: Kind; selection: Selection }) {
  const { selectionStore, actions, removal, closeRemoveDialog, openRemoveDialog, selected } =
    selection
  const count = useSelectedCount(selection)
  const { progress, run } = useProgress()
  const [isTagging, setTagging] = useState(false)
  const [chosen, setChosen] = useState<SelectionChoice>()
  const isBusy = progress !== undefined
  const change = async (action: SelectionActionName, tags?: readonly string[]) => {
    const isDone = await run((report) =>
      actions.changeSelected(selected(), { action, ...(tags && { tags }) }, report),
    )
    if (isDone) selectionStore.clear()
  }
  const removeAll = () => run((report) => actions.deleteSelected(selected(), report))
  return (
    <>
      {count > 0 && (
        <section
          aria-label={m.history_selection()}
          data-toast-clear
          className="slide-up sticky bottom-3 z-[6] mx-auto mt-3 flex max-w-full items-center gap-1 rounded-panel bg-overlay p-1.5 shadow-overlay"
        >
          <IconButton
            icon={X}
            label={m.history_clear_selection()}
            onClick={() => selectionStore.clear()}
          />
          <p
            aria-live="polite"
            className="mr-3 text-body font-medium whitespace-nowrap tabular-nums"
          >
            {isBusy && progress > 0
              ? m.selection_progress({ done: formatNumber(progress), total: formatNumber(count) })
              : m.history_selected({ count, shown: formatNumber(count) })}
          </p>
          {hasFiles(kind) && severalFiles && (
            <DownloadButton
              text={severalFiles.buttonText(count)}
              isBusy={isBusy}
              onPress={() =>
                run(async (report) =>
                  selectionStore.getState().isAll
                    ? severalFiles?.downloadSelected(selected(), report)
                    : actions.download(selection.records()),
                )
              }
            />
          )}
          <FeatureActions count={count} records={selection.records} />
          <Button
            variant="quiet"
            icon={Trash2}
            disabled={isBusy}
            onClick={() => openRemoveDialog()}
          >
            <span className="max-sm:sr-only">{m.history_delete()}</span>
          </Button>
          <MoreMenu
            isBusy={isBusy}
            onChange={(action) => void change(action)}
            onTags={() => setTagging(true)}
            onChosen={setChosen}
          />
        </section>
      )}
      <RemoveDialog
        kind={kind}
        generations={removal.records}
        count={removal.count}
        onConfirm={removal.count > removal.records.length ? removeAll : undefined}
        onClose={closeRemoveDialog}
        onRemoved={() => {
          selectionStore.clear()
          removal.onRemoved?.()
        }}
      />
      <SelectionTagsDialog
        kind={kind}
        count={count}
        isOpen={isTagging && count > 0}
        onClose={() => setTagging(false)}
        onChange={(action, tags) => void change(action, tags)}
      />
      <DropTargets />
      {chosen && count > 0 && (
        <Suspense>
          <chosen.Dialog
            findIds={() => findSelectedIds(selected())}
            count={count}
            onClose={() => setChosen(undefined)}
            onDone={() => selectionStore.clear()}
          />
        </Suspense>
      )}
    </>
  )
}

/** Only one action runs at a time; `progress` is the number of finished records. */
function useProgress() {
  const [progress, setProgress] = useState<number>()
  const run = async <Result,>(
    work: (onProgress: (done: number) => void) => Promise<Result>,
  ): Promise<Result> => {
    setProgress(0)
    try {
      return await work(setProgress)
    } finally {
      setProgress(undefined)
    }
  }
  return { progress, run }
}

type DownloadButtonProps = {
  text: ReturnType<SeveralFiles['buttonText']>
  isBusy: boolean
  onPress: () => Promise<void>
}

function DownloadButton({ text: { label, hint }, isBusy, onPress }: DownloadButtonProps) {
  return (
    <Button
      variant="quiet"
      icon={Download}
      busy={isBusy}
      title={hint}
      onClick={() => void onPress()}
    >
      <span className="max-sm:sr-only">{label}</span>
    </Button>
  )
}

type MoreMenuProps = {
  isBusy: boolean
  onChange: (action: SelectionActionName) => void
  onTags: () => void
  onChosen: (choice: SelectionChoice) => void
}

function MoreMenu({ isBusy, onChange, onTags, onChosen }: MoreMenuProps) {
  const choices: { label: string; run: () => void }[] = [
    { label: m.selection_favorite(), run: () => onChange('favorite') },
    { label: m.selection_unfavorite(), run: () => onChange('unfavorite') },
    ...addedChoices.map((choice) => ({ label: choice.label(), run: () => onChosen(choice) })),
    { label: m.selection_tags(), run: onTags },
    { label: m.selection_publish(), run: () => onChange('publish') },
    { label: m.selection_hide(), run: () => onChange('hide') },
  ]
  return (
    <Popover
      label={m.selection_more()}
      side="above"
      trigger={(trigger) => (
        <IconButton
          {...trigger}
          icon={Ellipsis}
          label={m.selection_more()}
          aria-disabled={isBusy}
        />
      )}
    >
      {(close) => <PopoverChoices choices={choices} disabled={isBusy} close={close} />}
    </Popover>
  )
}
