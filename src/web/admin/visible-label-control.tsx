import {
  labelLanguages,
  labelPlaces,
  labelSizes,
  type VisibleLabel,
} from '#core/provenance/rules/visible-label.ts'
import { languageFacts } from '#platform/languages/languages.ts'
import { m } from '#web/messages/compiled/messages.js'
import { Field } from '#web/ui/controls/field.tsx'
import type { SettingControl } from './setting-control.tsx'
import { Select } from './setting-inputs.tsx'

const labelPlaceNames: Record<VisibleLabel['place'], () => string> = {
  top_left: m.admin_label_top_left,
  top_right: m.admin_label_top_right,
  bottom_left: m.admin_label_bottom_left,
  bottom_right: m.admin_label_bottom_right,
}

const labelSizeNames: Record<VisibleLabel['size'], () => string> = {
  small: m.admin_label_small,
  medium: m.admin_label_medium,
  large: m.admin_label_large,
}

/** The label that is drawn into images, by place, size and language. */
export const visibleLabel: SettingControl = {
  name: 'visible_label',
  label: m.admin_setting_visible_label,
  hint: m.admin_setting_visible_label_hint,
  shown: ({ visible_label: shown }) =>
    shown
      ? [
          labelPlaceNames[shown.place](),
          labelSizeNames[shown.size](),
          languageFacts[shown.language].name,
        ].join(' · ')
      : m.admin_setting_none(),
  fields: ({ visible_label: shown }) => (
    <>
      <Field label={m.admin_setting_visible_label()} hint={m.admin_setting_visible_label_hint()}>
        {(control) => (
          <Select
            control={control}
            name="visible_label.place"
            value={shown?.place ?? ''}
            options={[
              { value: '', label: m.admin_setting_none() },
              ...labelPlaces.map((value) => ({ value, label: labelPlaceNames[value]() })),
            ]}
          />
        )}
      </Field>
      <Field label={m.admin_label_size()}>
        {(control) => (
          <Select
            control={control}
            name="visible_label.size"
            value={shown?.size ?? 'medium'}
            options={labelSizes.map((value) => ({ value, label: labelSizeNames[value]() }))}
          />
        )}
      </Field>
      <Field label={m.admin_label_language()}>
        {(control) => (
          <Select
            control={control}
            name="visible_label.language"
            value={shown?.language ?? 'en'}
            options={labelLanguages.map((value) => ({ value, label: languageFacts[value].name }))}
          />
        )}
      </Field>
    </>
  ),
  read: (form) => {
    const place = form.get('visible_label.place')
    const size = form.get('visible_label.size')
    return place ? { place, size, language: form.get('visible_label.language') } : null
  },
}
