import { type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react'
import { createZoomer, type Zoomer, type ZoomerHandlers } from './zoomer.ts'

type ZoomState = {
  frame: RefObject<HTMLDivElement | null>
  content: RefObject<HTMLDivElement | null>
  /** 1 is as it fits. */
  scale: number
  zoomer: RefObject<Zoomer | null>
}

/** Makes what is in `content` enlargeable within `frame`; anew for each `key`. */
export function useZoomer(
  key: string,
  { isZoomable, onSwipe, onDismiss }: Omit<ZoomerHandlers, 'onScale'>,
): ZoomState {
  const frame = useRef<HTMLDivElement>(null)
  const content = useRef<HTMLDivElement>(null)
  const zoomer = useRef<Zoomer>(null)
  const [scale, setScale] = useState(1)
  const swipe = useEffectEvent(onSwipe)
  const dismiss = useEffectEvent(onDismiss)

  // biome-ignore lint/correctness/useExhaustiveDependencies: another picture begins as it fits
  useEffect(() => {
    if (!frame.current || !content.current) return
    setScale(1)
    const handlers = {
      isZoomable,
      onScale: setScale,
      onSwipe: (to: -1 | 1) => swipe(to),
      onDismiss: () => dismiss(),
    }
    const created = createZoomer(frame.current, content.current, handlers)
    zoomer.current = created
    return created.stop
  }, [key, isZoomable])
  return { frame, content, scale, zoomer }
}
