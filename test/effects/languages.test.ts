import { describe, expect, test } from 'vitest';
import { classifyEffect, howKnown } from '../../src/effects/index.js';
import data from '../../src/effects/languages.json' with { type: 'json' };
import { lexicon } from '../../src/effects/lexicon.js';
import lexiconData from '../../src/effects/lexicon.json' with { type: 'json' };
import { wordOf } from '../../src/effects/words.js';

describe('names in other languages', () => {
  test.each([
    // Spanish
    ['ejecutar_sql', 'destructive', true],
    ['enviar_correo', 'outward', false],
    ['enviarCorreo', 'outward', false],
    ['eliminar_usuario', 'destructive', false],
    ['procesar_reembolso', 'outward', false],
    ['consultar_saldo', 'read', false],
    ['obtener_clima', 'read', false],
    ['actualizar_pedido', 'change', false],
    ['listar_reembolsos', 'read', false],
    // Portuguese
    ['excluir_arquivo', 'destructive', false],
    ['enviar_mensagem', 'outward', false],
    ['estornar_pagamento', 'outward', false],
    ['buscar_cliente', 'read', false],
    // French
    ['supprimer_fichier', 'destructive', false],
    ['envoyer_courriel', 'outward', false],
    ['rembourser_client', 'outward', false],
    ['executer_sql', 'destructive', true],
    ['exécuter_sql', 'destructive', true],
    ['chercher_facture', 'read', false],
    // German
    ['datei_loeschen', 'destructive', false],
    ['lösche_datei', 'destructive', false],
    ['rechnung_senden', 'outward', false],
    ['kunde_suchen', 'read', false],
    ['bestellung_stornieren', 'destructive', false],
    // Italian
    ['invia_messaggio', 'outward', false],
    ['elimina_utente', 'destructive', false],
    ['cerca_ordine', 'read', false],
    // Chinese, Japanese, Korean
    ['删除订单', 'destructive', false],
    ['发送邮件', 'outward', false],
    ['查询余额', 'read', false],
    ['メール送信', 'outward', false],
    ['注文削除', 'destructive', false],
    ['返金履歴取得', 'read', false],
    ['환불 처리', 'outward', false],
    ['이메일_발송', 'outward', false],
    ['주문_조회', 'read', false],
  ] as const)('%s: %s', (name, effect, openEnded) => {
    expect(classifyEffect({ name })).toMatchObject({ effect, openEnded });
  });
});

describe('descriptions in other languages', () => {
  test.each([
    ['Elimina un usuario de la base de datos.', 'destructive'],
    ['Esta herramienta envía un correo al cliente.', 'outward'],
    ['Reembolsa el pago al cliente.', 'outward'],
    ['Obtiene el historial de reembolsos.', 'read'],
    ['Envia uma mensagem para o cliente.', 'outward'],
    ['Supprime le fichier.', 'destructive'],
    ['Löscht die Datei des Benutzers.', 'destructive'],
    ['Sendet eine E-Mail an den Kunden.', 'outward'],
    ['Invia un messaggio al cliente.', 'outward'],
    ['向客户退款。', 'outward'],
    ['查询退款状态。', 'read'],
    ['注文を削除します。', 'destructive'],
    ['返金履歴を取得します。', 'read'],
    ['고객에게 이메일을 발송합니다.', 'outward'],
    ['환불 내역을 조회합니다.', 'read'],
  ] as const)('%s %s', (description, effect) => {
    expect(classifyEffect({ name: 'tool_7', description }).effect).toBe(effect);
  });

  test('a word of another language inside an English sentence says nothing', () => {
    expect(classifyEffect({ name: 'tool_7', description: 'The word borrar is Spanish.' }).effect).toBe(
      classifyEffect({ name: 'tool_7', description: 'The word casa is Spanish.' }).effect,
    );
  });
});

test('the message names the word as it is written', () => {
  expect(howKnown(classifyEffect({ name: 'enviar_correo' }).because)).toBe(
    'inferred from its name: "enviar" (send)',
  );
});

describe('the table', () => {
  const forms = Object.values(data.latin).flatMap(({ words }) =>
    Object.entries<string>(words).flatMap(([english, list]) =>
      list.split(' ').map((form) => ({ english, form })),
    ),
  );

  test('no form has two meanings, and none is an English word of a name', () => {
    const meanings = new Map<string, string>();
    const { lists } = lexicon();
    for (const { english, form } of forms) {
      expect(meanings.get(form) ?? english, form).toBe(english);
      meanings.set(form, english);
      const isEnglish = wordOf(form) !== undefined || lists.objects.has(form) || lists.readNouns.has(form);
      expect(isEnglish, form).toBe(false);
    }
  });

  test('each English side is a word that the lexicon uses', () => {
    const text = JSON.stringify(lexiconData);
    const sides = [...Object.values(data.latin).map(({ words }) => words), ...Object.values(data.unspaced)];
    for (const english of sides.flatMap((words) => Object.keys(words)))
      expect(new RegExp(`\\b${english}s?\\b`, 'u').test(text), english).toBe(true);
  });

  test('each form of Latin script has no accent and no capital letter', () => {
    for (const { form } of forms) expect(form).toMatch(/^[a-z]+$/);
  });
});
