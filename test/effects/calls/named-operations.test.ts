import { beforeAll, expect, it } from 'vitest';
import { loadCalls } from '../../../src/effects/calls/index.js';
import { effectOf, wordOf } from './body-call.js';

beforeAll(() =>
  loadCalls([
    'import boto3, googleapiclient, kubernetes, azure, minio\nfrom google.cloud import storage',
    "import '@aws-sdk/client-s3';\nimport 'googleapis';\nimport '@kubernetes/client-node';",
  ]),
);

const OPERATIONS: Record<'python' | 'typescript', Record<string, readonly string[]>> = {
  python: {
    read: [
      'boto3:client().get_object',
      'boto3:client().describe_instances',
      'boto3:client().decrypt',
      'boto3:resource().Bucket().objects.all',
      'googleapiclient.discovery:build().users().messages().send().execute',
      'googleapiclient.discovery:build().freebusy().query',
      'kubernetes:client.V1DeleteOptions',
      'kubernetes:client.CoreV1Api().read_namespaced_pod_log',
      'azure.storage.blob:BlobServiceClient().list_containers',
    ],
    change: [
      'boto3:client().put_object',
      'boto3:client().send_message',
      'boto3:client().batch_write_item',
      'googleapiclient.discovery:build().events().insert',
      'googleapiclient.discovery:build().spreadsheets().values().append',
      'kubernetes:client.AppsV1Api().patch_namespaced_deployment_scale',
      'google.cloud.pubsub_v1:PublisherClient().publish',
      'azure.storage.blob:BlobServiceClient.from_connection_string().get_blob_client().upload_blob',
    ],
    destructive: [
      'boto3:client().delete_object',
      'boto3:client().terminate_instances',
      'boto3:resource().Table().delete_item',
      'googleapiclient.discovery:build().files().delete',
      'googleapiclient.discovery:build().users().messages().batchDelete',
      'kubernetes.client:CoreV1Api().delete_namespaced_pod',
      'google.cloud:run_v2.ServicesClient().delete_service',
      'azure.mgmt.compute:ComputeManagementClient().virtual_machines.begin_delete',
      'minio:Minio().remove_object',
    ],
    outward: [
      'boto3:client().send_email',
      'boto3:client().create_access_key',
      'boto3:client().attach_role_policy',
      'googleapiclient.discovery:build().users().messages().send',
      'googleapiclient.discovery:build().permissions().create',
      'kubernetes:client.RbacAuthorizationV1Api().create_cluster_role_binding',
      'google.cloud.storage:Client().bucket().blob().make_public',
    ],
  },
  typescript: {
    read: [
      '@aws-sdk/client-s3:S3Client',
      '@aws-sdk/client-s3:S3Client().send',
      '@aws-sdk/client-dynamodb:QueryCommand',
      'googleapis:google.auth.OAuth2',
      'googleapis:google.calendar().events.list',
    ],
    change: ['@aws-sdk/client-s3:PutObjectCommand', 'googleapis:google.drive().files.update'],
    destructive: [
      '@aws-sdk/client-s3:DeleteObjectCommand',
      '@aws-sdk/lib-dynamodb:DeleteCommand',
      'googleapis:google.drive().files.delete',
      '@kubernetes/client-node:KubeConfig().makeApiClient().deleteNamespacedPod',
    ],
    outward: [
      '@aws-sdk/client-ses:SendEmailCommand',
      '@aws-sdk/client-iam:CreateAccessKeyCommand',
      'googleapis:google.gmail().users.messages.send',
      'googleapis:google.drive().permissions.create',
    ],
  },
};

it('reads the operations of clouds by their verbs, and grants of access as outward', () => {
  for (const language of ['python', 'typescript'] as const)
    for (const [effect, names] of Object.entries(OPERATIONS[language]))
      expect(names.map((name) => `${name} ${wordOf(effectOf(name, { language }))}`)).toEqual(
        names.map((name) => `${name} ${effect}`),
      );
});

it('reads an invitation to other people as outward', () => {
  const insert = 'googleapiclient.discovery:build().events().insert';
  expect(wordOf(effectOf(insert, { named: { sendUpdates: 'all' } }))).toBe('outward');
  expect(wordOf(effectOf(insert, { named: { sendUpdates: 'none' } }))).toBe('change');
});
