import type { GenerationView } from '#core/generations/generation-contract.ts'
import type { KindWithFiles } from '#core/models/rules/kinds.ts'
import type { SelectedRecords } from '#web/lib/history/change-selection.ts'
import type { DownloadOptions } from './download-records.ts'

/** How a feature downloads several files at once. Nothing of it throws: toasts say what failed. */
export type SeveralFiles = {
  /** All files of these records of one kind. */
  download(
    kind: KindWithFiles,
    records: readonly GenerationView[],
    options: DownloadOptions,
  ): Promise<void>
  /** All files of a selection, however many records it has. */
  downloadSelected(selected: SelectedRecords, onProgress: (done: number) => void): Promise<void>
  /** The button for `count` selected records. */
  buttonText(count: number): { label: string; hint?: string | undefined }
  /** The choices for the `count` files of one record: as they are, and as PNG. */
  choiceText(count: number): string
  pngChoiceText(count: number): string
}

const [added] = Object.values(
  import.meta.glob<SeveralFiles>('/src/features/*/web/several-files.ts', {
    eager: true,
    import: 'severalFiles',
  }),
)

/** Without such a feature files are saved one after another, and those of a selection are not. */
export const severalFiles: SeveralFiles | undefined = added
