import type { ComponentType, SVGProps } from 'react'

interface IconProps extends Omit<SVGProps<SVGSVGElement>, 'children' | 'd'> {
  /** Width and height in px; 24 by default. */
  size?: number
}

export type IconComponent = ComponentType<IconProps>

/**
 * Returns an icon of one path in a box of 24 by 24. Screen readers skip it: the control or the text
 * beside it has the name. The paths are Lucide's (see LICENSE).
 */
export function createIcon(path: string): IconComponent {
  return (props) => draw(path, props)
}

const draw = (path: string, { size = 24, ...props }: IconProps) => (
  <svg
    viewBox="0 0 24 24"
    width={size}
    height={size}
    fill="none"
    stroke="currentColor"
    strokeWidth={2}
    strokeLinecap="round"
    strokeLinejoin="round"
    aria-hidden
    {...props}
  >
    <path d={path} />
  </svg>
)
