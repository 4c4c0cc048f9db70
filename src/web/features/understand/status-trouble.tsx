import { useQuery } from '@tanstack/react-query'
import { generationQuery } from '#web/lib/generations.ts'
import { m } from '#web/messages/compiled/messages.js'
import { Button } from '#web/ui/controls/button.tsx'

/**
 * Asking how it goes has failed, and nobody asks again by itself; the work goes on
 * (docs/spec/creation.md#life-of-a-generation).
 */
export function StatusTrouble({ id }: { id: string }) {
  const status = useQuery({ ...generationQuery(id), enabled: false })
  if (!status.isError) return null
  return (
    <div
      role="alert"
      className="absolute inset-x-0 bottom-4 z-10 mx-auto flex w-fit items-center gap-3 rounded-panel border border-line bg-stage py-2 pr-2 pl-4"
    >
      <p className="text-bad">{m.understand_status_error()}</p>
      <Button size="small" busy={status.isFetching} onClick={() => void status.refetch()}>
        {m.understand_ask_again()}
      </Button>
    </div>
  )
}
