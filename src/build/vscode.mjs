// Packs the VS Code extension with the built command line as its server: editors/vscode/dist/agent-lint-VERSION.vsix.
import { createWriteStream, mkdirSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { rolldown } from 'rolldown';
import { ZipFile } from 'yazl';
import { writeNotices } from './notices.mjs';
import { readJson, root, toJson } from './project.mjs';

const folder = join(root, 'editors/vscode');
const out = join(folder, 'dist');
const built = join(root, 'dist');
const { version } = readJson('package.json');
const manifest = { ...readJson('editors/vscode/package.json'), version };

/** What runs of the built package: the library and its types do not. */
const SERVER = ['agent-lint.cjs', 'cli', 'grammars', 'THIRD-PARTY-NOTICES.txt'];

const TYPES = {
  cjs: 'application/javascript',
  json: 'application/json',
  md: 'text/markdown',
  png: 'image/png',
  txt: 'text/plain',
  vsixmanifest: 'text/xml',
  wasm: 'application/wasm',
};

const xml = (text) => text.replace(/[<>&"]/g, (letter) => `&#${letter.charCodeAt(0)};`);

/** What editors and registries ask of a package before they open the extension's own manifest. */
const vsixManifest = () => `<?xml version="1.0" encoding="utf-8"?>
<PackageManifest Version="2.0.0" xmlns="http://schemas.microsoft.com/developer/vsx-schema/2011">
  <Metadata>
    <Identity Language="en-US" Id="${manifest.name}" Version="${version}" Publisher="${manifest.publisher}"/>
    <DisplayName>${xml(manifest.displayName)}</DisplayName>
    <Description xml:space="preserve">${xml(manifest.description)}</Description>
    <Tags>${xml(manifest.keywords.join(','))}</Tags>
    <Categories>${xml(manifest.categories.join(','))}</Categories>
    <Properties>
      <Property Id="Microsoft.VisualStudio.Code.Engine" Value="${xml(manifest.engines.vscode)}"/>
      <Property Id="Microsoft.VisualStudio.Code.ExtensionDependencies" Value=""/>
      <Property Id="Microsoft.VisualStudio.Code.ExtensionPack" Value=""/>
      <Property Id="Microsoft.VisualStudio.Code.ExtensionKind" Value="${manifest.extensionKind.join(',')}"/>
    </Properties>
    <License>extension/LICENSE.txt</License>
    <Icon>extension/${manifest.icon}</Icon>
  </Metadata>
  <Installation>
    <InstallationTarget Id="Microsoft.VisualStudio.Code"/>
  </Installation>
  <Dependencies/>
  <Assets>
    <Asset Type="Microsoft.VisualStudio.Code.Manifest" Path="extension/package.json" Addressable="true"/>
    <Asset Type="Microsoft.VisualStudio.Services.Content.Details" Path="extension/README.md" Addressable="true"/>
    <Asset Type="Microsoft.VisualStudio.Services.Content.License" Path="extension/LICENSE.txt" Addressable="true"/>
    <Asset Type="Microsoft.VisualStudio.Services.Icons.Default" Path="extension/${manifest.icon}" Addressable="true"/>
  </Assets>
</PackageManifest>
`;

const contentTypes = () => {
  const defaults = Object.entries(TYPES).map(
    ([ending, type]) => `<Default Extension=".${ending}" ContentType="${type}"/>`,
  );
  return `<?xml version="1.0" encoding="utf-8"?>
<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">${defaults.join('')}</Types>
`;
};

/** Bundles the extension with its client; `vscode` is the editor itself. */
async function writeExtension() {
  const build = await rolldown({
    input: join(folder, 'src/extension.mts'),
    platform: 'node',
    external: ['vscode'],
    resolve: { mainFields: ['module', 'main'] },
  });
  const { output } = await build.write({ file: join(out, 'extension.cjs'), format: 'cjs', minify: true });
  await build.close();
  writeNotices(output, join(out, 'THIRD-PARTY-NOTICES.txt'));
}

/** The files below a folder, by path relative to it. */
const filesIn = (from) =>
  readdirSync(from, { recursive: true })
    .map((path) => path.replaceAll('\\', '/'))
    .filter((path) => statSync(join(from, path)).isFile())
    .sort();

/** The files of the server, by path in the build. */
const serverFiles = () => filesIn(built).filter((path) => SERVER.includes(path.split('/')[0]));

/** The pages of the rules, which findings lead to. */
const rules = join(root, 'rules');
const pages = () => filesIn(rules).filter((path) => path.endsWith('.md'));

rmSync(out, { recursive: true, force: true });
mkdirSync(out, { recursive: true });
await writeExtension();
const zip = new ZipFile();
// The same bytes for the same content.
const options = { mtime: new Date(Date.UTC(1980, 0, 1)), forceDosTimestamp: true };
const add = (path, text) => zip.addBuffer(Buffer.from(text), path, options);
add('extension.vsixmanifest', vsixManifest());
add('[Content_Types].xml', contentTypes());
add('extension/package.json', toJson(manifest));
for (const name of ['README.md', manifest.icon]) add(`extension/${name}`, readFileSync(join(folder, name)));
add('extension/LICENSE.txt', readFileSync(join(root, 'LICENSE')));
for (const name of ['extension.cjs', 'THIRD-PARTY-NOTICES.txt'])
  add(`extension/dist/${name}`, readFileSync(join(out, name)));
for (const path of serverFiles()) add(`extension/server/dist/${path}`, readFileSync(join(built, path)));
for (const path of pages()) add(`extension/rules/${path}`, readFileSync(join(rules, path)));
zip.end();
const file = join(out, `${manifest.name}-${version}.vsix`);
await pipeline(zip.outputStream, createWriteStream(file));
console.log(file);
