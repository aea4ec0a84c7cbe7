import { venuePlaceName } from '@greenroom/contract/gst-state'
import { type CommunityLink, Masterclass } from '@greenroom/contract/sessions/masterclass/masterclass.schema'
import { schemaResolver } from '@mantine/form'
import { startOfDay } from '../../../lib/dates.ts'
import { StoredImage } from '../../../shared/field/image-field/image-field.tsx'
import { priceLabels } from '../../../shared/record/record-form/money-label.ts'
import type { RecordForm } from '../../../shared/record/record-form/record-form.ts'
import { attendanceTypeNames } from './masterclass-form-messages.ts'
import {
  type EditedMasterclass,
  editedMasterclassOf,
  emptyMasterclass,
  MasterclassFormValues,
  masterclassFieldOf,
  masterclassFormSchema,
  masterclassValuesOf,
} from './masterclass-form-values.ts'

const resolverOf = (mode: 'create' | 'edit') =>
  schemaResolver(
    masterclassFormSchema(mode, () => startOfDay()),
    { sync: true },
  )
const errorsOfNew = resolverOf('create')
const errorsOfEdit = resolverOf('edit')

/** The wizard of a masterclass (MC-18 to MC-30). */
export const masterclassForm: RecordForm<MasterclassFormValues, Masterclass, EditedMasterclass> = {
  name: 'masterclass',
  record: Masterclass,
  values: MasterclassFormValues,
  empty: () => emptyMasterclass,
  valuesOf: masterclassValuesOf,
  editedOf: editedMasterclassOf,
  errors: (values, { base }) => (base === null ? errorsOfNew : errorsOfEdit)(values),
  fieldOf: (path, _, base) => masterclassFieldOf(path, Boolean(base)),
  labels: {
    title: { label: 'Title' },
    description: { label: 'Description' },
    banner: {
      label: 'Banner',
      show: (url: string) => <StoredImage url={url} alt="The stored banner" />,
    },
    attendance_type: {
      label: 'Attendance Type',
      show: (type: Masterclass['attendance_type']) => attendanceTypeNames[type],
    },
    venue_state: { label: 'State of the venue', show: (code: string) => venuePlaceName(code) ?? code },
    is_attach_to_superclass: { label: 'Attach to superclass' },
    ...priceLabels,
    links: {
      label: 'Community links',
      show: (links: readonly CommunityLink[]) =>
        links
          .map(({ name, url, is_active }) => `${name}: ${url}${is_active ? '' : ' (not active)'}`)
          .join('\n') || 'No links',
    },
  },
}
