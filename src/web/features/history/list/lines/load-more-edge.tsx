import { Button } from '#web/ui/controls/button.tsx'

type StretchEndProps = { isShown: boolean; onPress: () => void; children: string }

/** At the end of what fits on one page of a very long history: the way to what stands beyond. */
export function LoadMoreEdge({ isShown, onPress, children }: StretchEndProps) {
  if (!isShown) return null
  return (
    <p className="flex justify-center py-4">
      <Button onClick={onPress}>{children}</Button>
    </p>
  )
}
