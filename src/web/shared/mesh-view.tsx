import { useState } from 'react'
import { m } from '#web/messages/compiled/messages.js'
import { Button } from '#web/ui/controls/button.tsx'
import { Box } from '#web/ui/icons/navigation-icons.ts'
import { MeshViewer, type MeshViewerProps } from '#web/ui/media/mesh-viewer.tsx'

type MeshViewProps = Omit<MeshViewerProps, 'texts'> & {
  /** One of many: a button shows it. */
  isOnDemand?: boolean
}

/** A 3D object in the reader's language. */
export function MeshView({ isOnDemand = false, ...viewer }: MeshViewProps) {
  const [isWanted, setWanted] = useState(!isOnDemand)
  if (!isWanted)
    return (
      <span className="flex size-full items-center justify-center">
        <Button icon={Box} onClick={() => setWanted(true)}>
          {m.mesh_show()}
        </Button>
      </span>
    )
  return (
    <MeshViewer
      {...viewer}
      texts={{
        loading: m.mesh_loading(),
        reset: m.mesh_reset(),
        hint: m.mesh_hint(),
        noWebGl: m.mesh_no_webgl(),
        damaged: m.mesh_damaged(),
      }}
    />
  )
}
