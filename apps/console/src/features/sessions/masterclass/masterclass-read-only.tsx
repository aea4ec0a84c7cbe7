import { venuePlaceName } from '@greenroom/contract/gst-state'
import type { Masterclass } from '@greenroom/contract/sessions/masterclass/masterclass.schema'
import { Button } from '@mantine/core'
import { IconPresentation } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { paths } from '../../../lib/paths.ts'
import { CardPicture } from '../../../shared/record/card-picture/card-picture.tsx'
import { RecordPrices } from '../../../shared/record/record-dialog/record-prices.tsx'
import { DescriptionList } from '../../../ui/description-list.tsx'
import { ReadOnlyNotice } from '../../../ui/form-notice.tsx'
import { FormPage } from '../../../ui/form-page.tsx'
import { FormSection } from '../../../ui/form-section.tsx'
import type { ClosedGroup } from './masterclass-closed.ts'
import { attendanceTypeNames, masterclassClosedMessages as messages } from './masterclass-form-messages.ts'
import { masterclassPriceKinds } from './masterclass-messages.ts'
import { MasterclassScheduleFacts } from './masterclass-schedule-facts.tsx'
import classes from './masterclass-wizard.module.css'

interface MasterclassReadOnlyProps {
  masterclass: Masterclass
  group: ClosedGroup
}

/** All values of a masterclass that can't be edited, as text, with the reason (MC-10, OQ-134, OQ-711). */
export function MasterclassReadOnly({ masterclass, group }: MasterclassReadOnlyProps) {
  const search = group === 'active' ? {} : { tab: group }
  return (
    <FormPage
      busy={false}
      onSubmit={nothing}
      actions={
        <Button
          size="md"
          variant="default"
          renderRoot={(props) => <Link to={paths.masterclassList} search={search} {...props} />}
        >
          {messages.back}
        </Button>
      }
    >
      <ReadOnlyNotice message={messages[group]} />
      <FormSection title="Details">
        <DescriptionList
          items={[
            { term: 'Title', value: masterclass.title },
            {
              term: 'Description',
              value: masterclass.description && <span className="gr-lines">{masterclass.description}</span>,
            },
            {
              term: 'Banner',
              value: (
                <CardPicture
                  banner={masterclass.banner}
                  icon={IconPresentation}
                  wide
                  className={classes.banner}
                />
              ),
            },
          ]}
        />
      </FormSection>
      <FormSection title="Attendance">
        <DescriptionList
          items={[
            { term: 'Attendance Type', value: attendanceTypeNames[masterclass.attendance_type] },
            { term: 'State of the venue', value: venuePlaceName(masterclass.venue_state ?? '') },
            { term: 'Attach to superclass', value: masterclass.is_attach_to_superclass ? 'Yes' : 'No' },
          ]}
        />
      </FormSection>
      <FormSection title="Time and host">
        <MasterclassScheduleFacts masterclass={masterclass} isDraft={false} />
      </FormSection>
      <FormSection title="Prices">
        <RecordPrices prices={masterclass.prices} kinds={masterclassPriceKinds} />
      </FormSection>
      <FormSection title="Community links">
        {masterclass.links.length === 0 ? (
          <p className="gr-small gr-faint">{messages.noLinks}</p>
        ) : (
          <DescriptionList
            items={masterclass.links.map(({ name, url, is_active }) => ({
              term: name,
              value: is_active ? url : messages.offLink(url),
            }))}
          />
        )}
      </FormSection>
    </FormPage>
  )
}

// There are no fields, so there is nothing to submit.
function nothing() {}
