import { useEffect } from 'react'
import type { FileSettings } from '#core/media/file-settings-contract.ts'
import { offeredModels } from '#core/models/rules/catalogue.ts'
import { prepareModels } from '#web/lib/models.ts'
import { navigate } from '#web/lib/navigation/location.ts'
import { m } from '#web/messages/compiled/messages.js'
import { formAddress } from '#web/shared/form-address.ts'
import { toast } from '#web/ui/feedback/toast.ts'
import { draggedType } from '#web/ui/files/page-item.ts'

/** How long the offer to use the settings of a file stays that became an input, in ms. */
const offeredMs = 12_000

/**
 * Restores the form of a result whose file is dropped on any page. Where the form there takes the
 * file as an input, its settings are only offered. Called once, at the root of the page.
 */
export function useDroppedSettings(): void {
  useEffect(() => {
    const ended = new AbortController()
    const { signal } = ended
    let isOwn = false
    const isOurs = ({ dataTransfer }: DragEvent) =>
      !isOwn &&
      dataTransfer?.types.includes('Files') &&
      draggedType(dataTransfer) === undefined &&
      !document.querySelector('dialog:modal')
    const setOwn = ({ type }: Event) => {
      isOwn = type === 'dragstart'
    }
    addEventListener('dragstart', setOwn, { signal })
    addEventListener('dragend', setOwn, { signal })
    // Forms listen on the document, so that they have decided when the window hears of it.
    const onOver = (event: DragEvent) => {
      if (event.defaultPrevented || !isOurs(event)) return
      event.preventDefault()
      if (event.dataTransfer) event.dataTransfer.dropEffect = 'copy'
    }
    const onDrop = (event: DragEvent) => {
      if (!isOurs(event)) return
      const isInput = event.defaultPrevented
      event.preventDefault()
      void restoreSettings([...(event.dataTransfer?.files ?? [])], isInput)
    }
    addEventListener('dragover', onOver, { signal })
    addEventListener('drop', onDrop, { signal })
    return () => ended.abort()
  }, [])
}

async function restoreSettings(files: readonly File[], isInput: boolean): Promise<void> {
  let isDamaged = false
  // Fetched when a file is dropped: most visits see none.
  const { readFileSettings } = await import('#web/lib/read-file-settings.ts')
  for (const file of files.slice(0, 20)) {
    const settings = await readFileSettings(file)
    if (settings === 'invalid') isDamaged = true
    if (settings === null || settings === 'invalid') continue
    if (!isInput) return openForm(settings)
    toast(m.app_file_has_settings(), {
      description: String(settings.input.prompt ?? '') || settings.model,
      duration: offeredMs,
      action: { label: m.app_file_use_settings(), onAction: () => void openForm(settings) },
    })
    return
  }
  if (isInput || files.length === 0) return
  if (isDamaged) toast(m.app_file_settings_damaged(), { tone: 'bad' })
  else toast(m.app_file_no_settings(), { description: m.app_file_no_settings_text() })
}

async function openForm({ generation, seed, input, ...made }: FileSettings): Promise<void> {
  await prepareModels('all')
  const { generation_type, model } = made
  if (!offeredModels(generation_type).some(({ id }) => id === model)) {
    toast(m.app_file_model_unknown({ model }), { tone: 'warn' })
    return
  }
  const settings = { ...input, ...(seed !== null && { seed }) }
  const { to, query } = formAddress({
    ...{ id: generation, generation_type, model, input: settings, is_public: false },
  })
  // Visibility is a choice for each generation, not a setting of the file.
  const { is_public: _, ...filled } = query
  navigate(to, { query: filled })
  toast(m.app_file_settings_used(), { description: m.app_file_settings_used_text() })
}
