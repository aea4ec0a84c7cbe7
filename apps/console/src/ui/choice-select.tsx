import { Select, type SelectProps } from '@mantine/core'
import { IconChevronDown } from '@tabler/icons-react'

/** A select for one of a few values; a choice can be replaced but not removed. */
export function ChoiceSelect(props: SelectProps) {
  return (
    <Select
      allowDeselect={false}
      rightSection={<IconChevronDown size={15} stroke={1.5} aria-hidden="true" />}
      rightSectionPointerEvents="none"
      comboboxProps={{ shadow: 'md' }}
      {...props}
    />
  )
}
