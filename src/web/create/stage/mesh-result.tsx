import { isOpen } from '#web/lib/jobs/generations.ts'
import { m } from '#web/messages/compiled/messages.js'
import { hasThumbnail, thumbnailUrl } from '#web/shared/media.ts'
import { MeshView } from '#web/shared/mesh-view.tsx'
import { generationTitle } from '#web/shared/record-actions/record-links.ts'
import { fitGrid } from './fit-grid.ts'
import type { ResultBodyProps } from './result-bodies.ts'
import { ResultFrame, useElementBox } from './result-frame.tsx'

/** A 3D object that can be turned, in all the room there is. */
export function MeshResult({ generation }: ResultBodyProps) {
  const [room, box] = useElementBox<HTMLDivElement>()
  const [mesh] = generation.images
  const input = generation.inputs.find(hasThumbnail)
  const { cell } = fitGrid(1, { width: 1, height: 1 }, box ?? { width: 0, height: 0 }, 0)
  return (
    <div ref={room} className="absolute inset-4 flex items-center justify-center lg:inset-6">
      {box && !mesh && isOpen(generation) && <ResultFrame size={cell} isRunning input={input} />}
      {mesh && (
        <div className="fade-in size-full">
          <MeshView
            src={mesh.url}
            label={m.mesh_view({ prompt: generationTitle(generation) })}
            poster={thumbnailUrl(input)}
          />
        </div>
      )}
    </div>
  )
}
