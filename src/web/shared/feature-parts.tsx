import type { ComponentType, ReactNode } from 'react'

/**
 * Makes a component that renders one part of each feature. `parts`: the components of the files that
 * `import.meta.glob` finds, by their paths; its arguments must be written where it is called.
 */
export function featureParts<Props extends object>(
  parts: Record<string, ComponentType<Props>>,
): (props: Props) => ReactNode {
  return (props) => Object.entries(parts).map(([path, Part]) => <Part key={path} {...props} />)
}
