import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { request, retryUnlessRefused } from '#web/lib/api.ts'
import { errorText, unlessGone } from '#web/lib/error-text.ts'
import { m } from '#web/messages/compiled/messages.js'
import { toast } from '#web/ui/feedback/toast.ts'
import type { CreatePreset, PresetView } from '../contract.ts'

/** The account's presets for a form, by name. Another device may have changed them. */
export function presetsQuery(generationType: string) {
  return queryOptions({
    queryKey: ['presets', generationType],
    queryFn: async ({ signal }) => {
      const query = { generation_type: generationType }
      return (await request('GET', '/api/presets', { query, signal })).presets as PresetView[]
    },
    staleTime: 0,
    retry: retryUnlessRefused,
  })
}

/** Saves, renames and deletes presets of a form. A deleted one can be saved again from its toast. */
export function usePresetActions(generationType: string) {
  const client = useQueryClient()
  const { queryKey } = presetsQuery(generationType)
  const onSettled = () => client.invalidateQueries({ queryKey })
  const onError = (error: Error) => toast(errorText(error), { tone: 'bad' })
  const save = useMutation({
    mutationFn: (body: CreatePreset) => request('POST', '/api/presets', { body }),
    onSettled,
  })
  const rename = useMutation({
    mutationFn: ({ id, name }: { id: string; name: string }) =>
      request('PATCH', '/api/presets/{id}', { params: { id }, body: { name } }),
    onSettled,
  })
  const restore = ({ name, generation_type, model, settings }: PresetView) =>
    request('POST', '/api/presets', {
      body: { name, generation_type, model, settings: settings as CreatePreset['settings'] },
    })
  const removal = useMutation({
    mutationFn: ({ id }: PresetView) =>
      request('DELETE', '/api/presets/{id}', { params: { id } }).catch(unlessGone),
    onSuccess: (_, preset) =>
      toast(m.presets_deleted({ name: preset.name }), {
        action: {
          label: m.work_undo(),
          onAction: () => void restore(preset).then(onSettled, onError),
        },
      }),
    onError,
    onSettled,
  })
  return { save, rename, remove: (preset: PresetView) => removal.mutate(preset) }
}
