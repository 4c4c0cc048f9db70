import { Brush } from 'lucide-react'
import type { ComponentProps, CSSProperties } from 'react'
import { m } from '#web/messages/compiled/messages.js'
import { Button } from '#web/ui/controls/button.tsx'
import { isOwnAddress } from '../rules/address.ts'
import { HeldFile } from '../slot/held-file.tsx'
import { knownFile } from '../tray/known-files.ts'
import type { MaskSource } from './mask-source.ts'

type HeldMaskProps = ComponentProps<typeof HeldFile> & { source: MaskSource; onPaint: () => void }

/** The mask a slot holds, over what it was painted on, with the way back to the brush. */
export function HeldMask({ source, onPaint, ...held }: HeldMaskProps) {
  const { address } = held
  const canPaint = typeof source === 'object'
  const shown = knownFile(address)?.preview ?? address
  return (
    <div>
      <HeldFile {...held}>
        {canPaint && isOwnAddress(address, location.origin) && (
          <Overlay source={source} mask={shown} />
        )}
      </HeldFile>
      {canPaint && (
        <Button size="small" icon={Brush} onClick={onPaint} className="mt-2">
          {m.inputs_mask_repaint()}
        </Button>
      )}
    </div>
  )
}

/**
 * What is painted on, with the mask's white parts in colour: it lies over the mask itself, which is
 * read to people.
 */
function Overlay({ source, mask }: { source: Exclude<MaskSource, string>; mask: string }) {
  const look = 'pointer-events-none absolute inset-0 size-full'
  return (
    <>
      {source.isFilm ? (
        <video
          aria-hidden
          src={`${source.shown}#t=0.001`}
          muted
          playsInline
          preload="auto"
          className={look}
        />
      ) : (
        <img src={source.shown} alt="" className={look} />
      )}
      <span aria-hidden className={`${look} bg-accent/65`} style={maskedBy(mask)} />
    </>
  )
}

function maskedBy(mask: string): CSSProperties {
  return { maskImage: `url(${JSON.stringify(mask)})`, maskMode: 'luminance', maskSize: '100% 100%' }
}
