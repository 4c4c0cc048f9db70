/** Something that must never be. `generation` or `tag` leads to its story. */
export type Violation = { invariant: string; detail: string; generation?: string; tag?: string }

/** Which invariants were looked at, how often, and what broke them. */
export type Findings = {
  /** The invariant was looked at for `cases` cases, and these broke it. */
  note(invariant: string, cases: number, broken: Omit<Violation, 'invariant'>[]): void
  rows(): { invariant: string; looks: number; cases: number; violations: number }[]
  violations: Violation[]
}

/** `onViolation` is called for each new one at once. */
export function createFindings(onViolation: (violation: Violation) => void): Findings {
  const rows = new Map<string, { looks: number; cases: number }>()
  const violations: Violation[] = []
  const seen = new Set<string>()
  return {
    violations,
    note: (invariant, cases, broken) => {
      const row = rows.get(invariant) ?? { looks: 0, cases: 0 }
      rows.set(invariant, { looks: row.looks + 1, cases: row.cases + cases })
      for (const each of broken) {
        const violation = { invariant, ...each }
        const key = JSON.stringify(violation)
        if (seen.has(key)) continue
        seen.add(key)
        violations.push(violation)
        onViolation(violation)
      }
    },
    rows: () =>
      [...rows].map(([invariant, row]) => ({
        invariant,
        ...row,
        violations: violations.filter((violation) => violation.invariant === invariant).length,
      })),
  }
}
