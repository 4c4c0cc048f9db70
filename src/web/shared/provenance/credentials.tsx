import { Suspense, useState } from 'react'
import { m } from '#web/messages/compiled/messages.js'
import { lazyPart } from '../lazy-part.tsx'

const FileCredentials = lazyPart<{ path: string }>(
  async () => (await import('./file-credentials.tsx')).FileCredentials,
  'line',
)

/** Shows what a file of this studio says of its origin, when it is asked to. */
export function Credentials({ address }: { address: string }) {
  const [isShown, setShown] = useState(false)
  if (!isShown)
    return (
      <button
        type="button"
        onClick={() => setShown(true)}
        onPointerEnter={() => void FileCredentials.preload()}
        className="min-h-6 text-small underline underline-offset-4"
      >
        {m.provenance_show()}
      </button>
    )
  const path = new URL(address, location.origin).pathname
  return (
    <Suspense fallback={<p role="status">{m.provenance_reading()}</p>}>
      <FileCredentials path={path} />
    </Suspense>
  )
}
