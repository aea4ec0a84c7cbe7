import {
  getAdvisoryService,
  type updateAdvisoryService,
} from '@greenroom/contract/people/advisory/advisory.endpoints'
import { AdvisoryService } from '@greenroom/contract/people/advisory/advisory.schema'
import { Button } from '@mantine/core'
import { IconPencil, IconUsersGroup } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { useMay } from '../../../lib/api/permissions.ts'
import { paths } from '../../../lib/paths.ts'
import { EditedRecordPage } from '../../../shared/record/record-form/record-form-page.tsx'
import {
  RecordPage,
  RecordPageSkeleton,
  RecordPart,
  recordActions,
} from '../../../shared/record/record-page/record-page.tsx'
import { DescriptionList } from '../../../ui/description-list.tsx'
import { serviceMessages } from './advisory-messages.ts'
import { ServiceAdvisors } from './service-advisors.tsx'
import { ServiceForm } from './service-form.tsx'
import { minutesOf } from './service-form-values.ts'

/** One advisory service, in view and edit mode (ADV-22 to ADV-26, SHELL-33). */
export function ServicePage(): ReactNode {
  return (
    <EditedRecordPage
      endpoint={getAdvisoryService}
      schema={AdvisoryService}
      state="service"
      messages={serviceMessages}
      name={({ service_name }) => service_name}
      skeleton={skeleton}
    >
      {(service) => <Service key={service._id} service={service} />}
    </EditedRecordPage>
  )
}

function Service({ service }: { service: AdvisoryService }) {
  const [isEditing, setIsEditing] = useState(false)
  const times = useId()
  const mayEdit = useMay<typeof updateAdvisoryService>('advisory.write')
  // The button of one mode does not exist in the other. Return the focus to it on the way back.
  const edit = useRef<HTMLButtonElement>(null)
  const wasEditing = useRef(false)
  useEffect(() => {
    if (!isEditing && wasEditing.current) edit.current?.focus()
    wasEditing.current = isEditing
  }, [isEditing])

  if (isEditing && mayEdit) {
    return <ServiceForm service={service} onClose={() => setIsEditing(false)} />
  }
  const { advisors } = service
  return (
    <RecordPage
      isSideNarrow
      head={
        <>
          <p className="gr-quiet">{serviceMessages.advisorCount(advisors.length)}</p>
          <div className={recordActions}>
            <Button
              variant="default"
              leftSection={<IconUsersGroup size={16} stroke={1.5} aria-hidden="true" />}
              renderRoot={(props) => (
                <Link to={paths.advisoryLeads} search={{ service_id: service._id }} {...props} />
              )}
            >
              {serviceMessages.viewLeads}
            </Button>
            {mayEdit && (
              <Button
                ref={edit}
                leftSection={<IconPencil size={16} stroke={1.5} aria-hidden="true" />}
                onClick={() => setIsEditing(true)}
              >
                {serviceMessages.edit}
              </Button>
            )}
          </div>
        </>
      }
      facts={
        <RecordPart title={serviceMessages.advisors}>
          <ServiceAdvisors advisors={advisors} />
        </RecordPart>
      }
      side={
        <section aria-labelledby={times} className="gr-tight">
          <h2 id={times} className="gr-heading gr-bold">
            {serviceMessages.times}
          </h2>
          <DescriptionList
            items={[
              { term: serviceMessages.bufferTime, value: minutesText(service.buffer_time) },
              { term: serviceMessages.slotTime, value: minutesText(service.slot_time) },
            ]}
          />
          <p className="gr-small gr-faint">{serviceMessages.timesHint}</p>
        </section>
      }
    />
  )
}

const skeleton = (
  <RecordPageSkeleton
    label={serviceMessages.loading}
    head={[
      [96, 20],
      [160, 32],
    ]}
    parts={[3]}
    isSideNarrow
  />
)

function minutesText(seconds: number): string {
  const minutes = minutesOf(seconds)
  return `${minutes} ${minutes === '1' ? serviceMessages.minute : serviceMessages.minutes}`
}
