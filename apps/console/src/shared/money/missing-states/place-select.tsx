import type { SelectProps } from '@mantine/core'
import { ChoiceSelect } from '../../../ui/choice-select.tsx'
import { countryChoices } from '../../field/state-select/country-choices.ts'
import { stateChoices } from '../../field/state-select/state-select.tsx'
import { missingStatesMessages as messages } from './missing-states-messages.ts'

const everywhere = [
  { group: messages.states, items: stateChoices },
  { group: messages.countries, items: countryChoices },
]

/** A searchable select of a State, or of a country outside India; its value is the code. */
export function PlaceSelect({
  isStateOnly = false,
  ...props
}: Omit<SelectProps, 'data'> & { isStateOnly?: boolean }) {
  return (
    <ChoiceSelect
      placeholder={messages.placeholder}
      searchable
      selectFirstOptionOnChange
      nothingFoundMessage={messages.noMatches}
      maxDropdownHeight={280}
      {...props}
      data={isStateOnly ? stateChoices : everywhere}
    />
  )
}
