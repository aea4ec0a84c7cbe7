import { gstStates } from '@greenroom/contract/gst-state'
import type { SelectProps } from '@mantine/core'
import { ChoiceSelect } from '../../../ui/choice-select.tsx'

/** The States by name, with their GST code, which is the value. */
export const stateChoices = gstStates.map(({ code, name }) => ({ value: code, label: `${name} (${code})` }))

/** A searchable select of the States by name or GST code; its value is the code. */
export function StateSelect(props: Omit<SelectProps, 'data'>) {
  return (
    <ChoiceSelect
      placeholder="Choose a State"
      searchable
      selectFirstOptionOnChange
      nothingFoundMessage="No matches"
      maxDropdownHeight={280}
      {...props}
      data={stateChoices}
    />
  )
}
