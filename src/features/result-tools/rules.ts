import { availableValues, type FormValues, initialValues } from '#core/models/rules/form-values.ts'
import type { Medium } from '#core/models/rules/kinds.ts'
import type { Model } from '#core/models/rules/model.ts'
import { type Price, type Prices, priceOf } from '#core/models/rules/price.ts'
import { type ResultTool, resultTools } from '#core/models/rules/result-tools.ts'

/** One model that can do it, and what it costs for this file. */
export type ToolChoice = { tool: ResultTool; model: Model; values: FormValues; price: Price }

/** What can be done to a file: the cheapest model of each tool, and all others. */
export type ToolChoices = { cheapest: ToolChoice[]; others: ToolChoice[] }

/**
 * Returns the tools for a file of a medium, in the order of their names, each by its cheapest model;
 * of equal prices the first in the order of the models. `address`: the address of the file.
 */
export function chooseTools(
  models: readonly Model[],
  { medium, address }: { medium: Medium; address: string },
  prices: Prices,
): ToolChoices {
  const choices = models.flatMap((model): ToolChoice[] => {
    if (model.tool?.medium !== medium) return []
    const { tool, field } = model.tool
    const values = availableValues(model, { ...initialValues(model), [field]: address })
    return [{ tool, model, values, price: priceOf(model, values, prices) }]
  })
  const byTool = resultTools.map((tool) =>
    choices
      .filter((choice) => choice.tool === tool)
      .toSorted((a, b) => a.price.credits - b.price.credits),
  )
  return {
    cheapest: byTool.flatMap(([first]) => first ?? []),
    others: byTool.flatMap(([, ...others]) => others),
  }
}
