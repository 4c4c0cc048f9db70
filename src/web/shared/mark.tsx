/** The logo: the operator's, or the product's, an easel with an ember. */
export function Mark() {
  return (
    <span
      className="block size-6 shrink-0 bg-[image:var(--logo,none)] bg-contain bg-center bg-no-repeat"
      aria-hidden="true"
    >
      <svg
        aria-hidden="true"
        viewBox="0 0 24 24"
        width="24"
        height="24"
        fill="none"
        className="opacity-[var(--mark-opacity,1)]"
      >
        <path
          d="M5.5 19.5 12 4.5l6.5 15"
          stroke="currentColor"
          strokeWidth="2.2"
          strokeLinecap="round"
          strokeLinejoin="round"
        />
        <circle cx="12" cy="15.6" r="2.4" className="fill-accent" />
      </svg>
    </span>
  )
}
