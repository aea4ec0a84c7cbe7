import { gstStates, venuePlaces } from '@greenroom/contract/gst-state'
import type { SelectProps } from '@mantine/core'
import { ChoiceSelect } from '../../../ui/choice-select.tsx'

/** The States by name, with their GST code, which is the value. */
export const stateChoices = gstStates.map(({ code, name }) => ({ value: code, label: `${name} (${code})` }))

/** The States, and abroad, for a venue. */
const venueChoices = venuePlaces.map(({ code, name }) => ({ value: code, label: `${name} (${code})` }))

/** A searchable select of the States by name or GST code; its value is the code. */
export function StateSelect({
  data = stateChoices,
  ...props
}: Omit<SelectProps, 'data'> & { data?: { value: string; label: string }[] }) {
  return (
    <ChoiceSelect
      placeholder="Choose a State"
      searchable
      selectFirstOptionOnChange
      nothingFoundMessage="No matches"
      maxDropdownHeight={280}
      {...props}
      data={data}
    />
  )
}

/** A `StateSelect` for a venue, which may be outside India. */
export function VenueSelect(props: Omit<SelectProps, 'data'>) {
  return <StateSelect {...props} data={venueChoices} />
}
