-- A result file as version 5 of the tables was: two days of three devices. Made by the program of that version from logs/ with
-- pipeline.yaml; what a dump leaves out stands first.
PRAGMA application_id = 1416782187;
PRAGMA user_version = 5;
PRAGMA foreign_keys=OFF;
BEGIN TRANSACTION;
CREATE TABLE meta (key TEXT PRIMARY KEY, value TEXT) WITHOUT ROWID;
INSERT INTO meta VALUES('attribution gazetteer','Places: GeoNames (geonames.org), CC BY 4.0');
INSERT INTO meta VALUES('joining number','1');
INSERT INTO meta VALUES('joining options','79bb423049d9d894');
INSERT INTO meta VALUES('kinds','known');
INSERT INTO meta VALUES('kinds of devices','known');
INSERT INTO meta VALUES('map cluster settings','stays 10 12 40 512 2 group none 40 750');
INSERT INTO meta VALUES('map clusters are of','stays');
INSERT INTO meta VALUES('map clusters are stale','0');
INSERT INTO meta VALUES('map clusters keep their content','1');
INSERT INTO meta VALUES('phase2 text',replace('find-places.min-stays=1\nfind-places=\ngeocode=\ncluster-for-map.zooms=10..12\ncluster-for-map.separate-by=group\ncluster-for-map=\nkinds.pet.priority=750\nkinds.bicycle.priority=750\nfind-places.names-from (its lines)=\nfind-stays.at-least=\ntimezone=Asia/Shanghai\ndevices (its groups)=6a4b2367378ab583\nplaces and map clusters (version)=2\ngazetteer in the program (version)=2','\n',char(10)));
INSERT INTO meta VALUES('pipeline','earlier');
INSERT INTO meta VALUES('timezone','Asia/Shanghai');
CREATE TABLE zone (from_ms INTEGER PRIMARY KEY, offset_ms INTEGER NOT NULL);
INSERT INTO zone VALUES(-9223372036854775808,29143000);
INSERT INTO zone VALUES(-2177481943000,28800000);
INSERT INTO zone VALUES(-1600675200000,32400000);
INSERT INTO zone VALUES(-1585904400000,28800000);
INSERT INTO zone VALUES(-933667200000,32400000);
INSERT INTO zone VALUES(-922093200000,28800000);
INSERT INTO zone VALUES(-908870400000,32400000);
INSERT INTO zone VALUES(-888829200000,28800000);
INSERT INTO zone VALUES(-881049600000,32400000);
INSERT INTO zone VALUES(-767869200000,28800000);
INSERT INTO zone VALUES(-745833600000,32400000);
INSERT INTO zone VALUES(-733827600000,28800000);
INSERT INTO zone VALUES(-716889600000,32400000);
INSERT INTO zone VALUES(-699613200000,28800000);
INSERT INTO zone VALUES(-683884800000,32400000);
INSERT INTO zone VALUES(-670669200000,28800000);
INSERT INTO zone VALUES(-652348800000,32400000);
INSERT INTO zone VALUES(-650019600000,28800000);
INSERT INTO zone VALUES(515527200000,32400000);
INSERT INTO zone VALUES(527014800000,28800000);
INSERT INTO zone VALUES(545162400000,32400000);
INSERT INTO zone VALUES(558464400000,28800000);
INSERT INTO zone VALUES(577216800000,32400000);
INSERT INTO zone VALUES(589914000000,28800000);
INSERT INTO zone VALUES(608666400000,32400000);
INSERT INTO zone VALUES(621968400000,28800000);
INSERT INTO zone VALUES(640116000000,32400000);
INSERT INTO zone VALUES(653418000000,28800000);
INSERT INTO zone VALUES(671565600000,32400000);
INSERT INTO zone VALUES(684867600000,28800000);
CREATE TABLE device (key INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE);
INSERT INTO device VALUES(458752,'van-1');
INSERT INTO device VALUES(884736,'pet-1');
INSERT INTO device VALUES(1867776,'bike-1');
CREATE TABLE device_name (id TEXT PRIMARY KEY, name TEXT, group_name TEXT, kind TEXT) WITHOUT ROWID;
INSERT INTO device_name VALUES('bike-1','Blitz','south','bicycle');
INSERT INTO device_name VALUES('pet-1','Rex','north','pet');
CREATE TABLE kind (number INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE, color TEXT NOT NULL, glyph TEXT NOT NULL,
    priority INTEGER NOT NULL);
INSERT INTO kind VALUES(0,'pet','#D1495B','P',750);
INSERT INTO kind VALUES(1,'bicycle','#1F78B4','B',750);
CREATE TABLE fix (time INTEGER, latitude INTEGER, longitude INTEGER, altitude, speed, course, accuracy, extra TEXT,
    key INTEGER PRIMARY KEY);
INSERT INTO fix VALUES(28800000,398985981,1163937588,NULL,NULL,NULL,500,NULL,1);
INSERT INTO fix VALUES(30600000,398986980,1163938588,NULL,NULL,NULL,800,NULL,2);
INSERT INTO fix VALUES(32400000,399085960,1164037563,NULL,NULL,NULL,600,NULL,3);
INSERT INTO fix VALUES(36000000,399485971,1164137555,NULL,NULL,NULL,500,NULL,4);
INSERT INTO fix VALUES(36120000,399586021,1164217617,NULL,NULL,NULL,500,NULL,5);
INSERT INTO fix VALUES(39600000,312000000,1214000000,NULL,NULL,NULL,NULL,NULL,6);
INSERT INTO fix VALUES(42000000,312001000,1214000000,NULL,NULL,NULL,NULL,NULL,7);
INSERT INTO fix VALUES(29400000,399185983,1164137593,NULL,NULL,NULL,500,NULL,8);
INSERT INTO fix VALUES(31200000,399186183,1164137593,NULL,NULL,NULL,0,NULL,9);
INSERT INTO fix VALUES(32400000,399286051,1164237680,NULL,NULL,NULL,500,NULL,10);
INSERT INTO fix VALUES(33000000,398985981,1163937588,NULL,NULL,NULL,500,NULL,11);
CREATE TABLE device_day (day INTEGER NOT NULL, device INTEGER NOT NULL, kind TEXT, rows_in INTEGER NOT NULL, kept INTEGER NOT NULL,
    thinned INTEGER NOT NULL, rejected INTEGER NOT NULL, inner_um INTEGER, inner_ms INTEGER, inner_stay_ms INTEGER NOT NULL,
    first_um INTEGER, first_ms INTEGER, last_um INTEGER, last_ms INTEGER,
    first_time INTEGER, last_time INTEGER, last_latitude INTEGER, last_longitude INTEGER, last_course REAL,
    max_speed REAL, south INTEGER, west INTEGER, north INTEGER, east INTEGER,
    largest_error REAL, mean_error REAL, hash INTEGER NOT NULL, path_um INTEGER, spikes INTEGER NOT NULL DEFAULT 0,
    first_key INTEGER NOT NULL DEFAULT 0, PRIMARY KEY (day, device)) WITHOUT ROWID;
INSERT INTO device_day VALUES(20240,884736,'pet',4,3,0,1,1387125423,1800000,0,14006019,1800000,0,0,1748736000000,1748739600000,399085960,1164037563,NULL,NULL,398985981,1163937588,399085960,1164037563,0.0,0.0,-6620258837885177748,1401131442,0,1);
INSERT INTO device_day VALUES(20240,1867776,'bicycle',3,2,1,0,1305139038,120000,0,0,0,0,0,1748743200000,1748743320000,399586021,1164217617,NULL,NULL,399485971,1164137555,399586021,1164217617,0.018886150493624534463,0.018886150493624534463,832048449005892666,1305139038,0,4);
INSERT INTO device_day VALUES(20241,458752,NULL,2,2,0,0,0,0,0,11119508,2400000,0,0,1748833200000,1748835600000,312001000,1214000000,NULL,NULL,312000000,1214000000,312001000,1214000000,0.0,0.0,-676203234892089993,11119508,0,6);
INSERT INTO device_day VALUES(20241,884736,'pet',4,4,0,0,5605789581,1800000,0,2223902,1800000,0,0,1748823000000,1748826600000,398985981,1163937588,NULL,NULL,398985981,1163937588,399286051,1164237680,0.0,0.0,-4073709567556408847,5608013483,0,8);
CREATE TABLE piece (day INTEGER NOT NULL, device INTEGER NOT NULL, first_rests INTEGER NOT NULL, first_stay_ms INTEGER NOT NULL,
    last_rests INTEGER NOT NULL, last_stay_ms INTEGER NOT NULL, joined INTEGER NOT NULL, behind BLOB, bytes BLOB NOT NULL,
    PRIMARY KEY (day, device)) WITHOUT ROWID;
INSERT INTO piece VALUES(20240,884736,1,1800000,0,0,1,NULL,X'0670657406028080ce8ce565faabc0fc02e89c82d6080080dddb01ce0fd00f0080dddb0104ce0fd00f00e2e9790080897a02ffdcdb01cd0fcf0f0080dddb01ce0fd00f000286dcad0d00000000000000000000000080dddb01c88a0cbe8a0c0002deeaeeaa0a00000000000000020000000000000000010200000000000000');
INSERT INTO piece VALUES(20240,1867776,0,0,0,0,1,X'a0bc020e62696379636c6580f4bc93e565a6b0fdfc02a6d19ad6080080d30ea49b0cfce2090004bcddd6dc0900000000000000',X'0e62696379636c65060280f4bc93e565a6b0fdfc02a6d19ad6080000000000c0a9070200000000000000000000000080d30ea49b0cfce2090004bcddd6dc0900000000000000020000000000000000010200000000000000');
INSERT INTO piece VALUES(20241,458752,1,2400000,0,0,1,NULL,X'010202809ea7e9e56580f8c5a90280aee185090080fca402d00f00000104d00f000080897a000002fffba402cf0f000080fca402d00f000002a8aecd0a00000000000000');
INSERT INTO piece VALUES(20241,884736,1,1800000,0,0,1,NULL,X'067065740602808fcadfe565fee0d8fc02f2d19ad6080080dddb019003000080be9201049003000080f104000002ffdcdb018f03000080dddb019003000002bcbc8f0200000000000000000000000080dddb0193b81889b51800049abe8ce229000000b8980c00ee9b0c00020000000000000000010200000000000000');
CREATE TABLE track_days (device INTEGER PRIMARY KEY, first_day INTEGER NOT NULL, last_day INTEGER NOT NULL, bits BLOB NOT NULL);
INSERT INTO track_days VALUES(458752,20241,20241,X'01');
INSERT INTO track_days VALUES(884736,20240,20241,X'03');
INSERT INTO track_days VALUES(1867776,20240,20240,X'01');
CREATE TABLE stay (day INTEGER NOT NULL, device INTEGER NOT NULL, arrived INTEGER NOT NULL, id TEXT NOT NULL, kind TEXT,
    last_seen INTEGER NOT NULL, departed INTEGER, latitude REAL NOT NULL, longitude REAL NOT NULL, spread REAL NOT NULL,
    fixes INTEGER NOT NULL, open INTEGER NOT NULL, inferred INTEGER NOT NULL, confidence REAL NOT NULL, place TEXT, cell INTEGER,
    arrival_seen INTEGER NOT NULL DEFAULT 0, sums BLOB,
    PRIMARY KEY (day, device, arrived)) WITHOUT ROWID;
INSERT INTO stay VALUES(20240,884736,1748736000000,'dda8a504735c1c61','pet',1748737800000,1748739600000,39.898648049999998477,116.39380880000000218,7.0030097279980285662,2,0,0,0.48832831712000329682,'1fe8ddc88bce88f2',3101842562304603,0,NULL);
INSERT INTO stay VALUES(20241,458752,1748833200000,'ca5de9c428c2535a',NULL,1748835600000,NULL,31.200050000000000948,121.40000000000000568,5.5597540116766452911,2,1,0,0.49073374331387226154,'5dc7384804cd0dd0',2894129354104574,0,NULL);
INSERT INTO stay VALUES(20241,884736,1748823000000,'8504b169cdf6b1d4','pet',1748824800000,1748826000000,39.918608300000002486,116.41375929999999527,1.1119508023353290582,2,0,0,0.49814674866277447451,'8586c7dd7e09dd43',3102319303674176,0,NULL);
CREATE TABLE trip (day INTEGER NOT NULL, device INTEGER NOT NULL, start INTEGER NOT NULL, id TEXT NOT NULL, kind TEXT,
    end INTEGER NOT NULL, um INTEGER NOT NULL, fixes INTEGER NOT NULL, max_speed REAL, open INTEGER NOT NULL,
    start_latitude INTEGER NOT NULL, start_longitude INTEGER NOT NULL, end_latitude INTEGER NOT NULL, end_longitude INTEGER NOT NULL,
    south INTEGER NOT NULL, west INTEGER NOT NULL, north INTEGER NOT NULL, east INTEGER NOT NULL,
    PRIMARY KEY (day, device, start)) WITHOUT ROWID;
INSERT INTO trip VALUES(20240,884736,1748737800000,'7b8a112a4f60391d','pet',1748739600000,1387125423,2,NULL,0,398986980,1163938588,399085960,1164037563,398986980,1163938588,399085960,1164037563);
INSERT INTO trip VALUES(20240,1867776,1748743200000,'486045ee94145928','bicycle',1748743320000,1305139038,3,NULL,1,399485971,1164137555,399586021,1164217617,399485971,1164137555,399586021,1164217617);
INSERT INTO trip VALUES(20241,884736,1748824800000,'58a2eaa9ef9c79e3','pet',1748826600000,5605789581,3,NULL,1,399186183,1164137593,398985981,1163937588,398985981,1163937588,399286051,1164237680);
CREATE TABLE gap (day INTEGER NOT NULL, device INTEGER NOT NULL, start INTEGER NOT NULL, end INTEGER NOT NULL, um INTEGER NOT NULL,
    jump INTEGER NOT NULL DEFAULT 0, start_latitude INTEGER, start_longitude INTEGER, end_latitude INTEGER, end_longitude INTEGER,
    PRIMARY KEY (day, device, start)) WITHOUT ROWID;
INSERT INTO gap VALUES(20240,884736,1748739600000,1748823000000,1401729381,0,399085960,1164037563,399185983,1164137593);
CREATE TABLE point (device INTEGER NOT NULL, day INTEGER NOT NULL, number INTEGER NOT NULL, time INTEGER NOT NULL,
    latitude REAL NOT NULL, longitude REAL NOT NULL, course REAL, speed REAL, fixes INTEGER NOT NULL, cell INTEGER,
    accuracy REAL, PRIMARY KEY (device, day, number)) WITHOUT ROWID;
INSERT INTO point VALUES(458752,20241,1,1748833200000,31.199999999999999289,121.40000000000000568,NULL,NULL,1,NULL,NULL);
INSERT INTO point VALUES(458752,20241,2,1748835600000,31.200099999999999055,121.40000000000000568,NULL,NULL,1,NULL,NULL);
INSERT INTO point VALUES(884736,20240,1,1748736000000,39.898598100000000955,116.39375880000000051,NULL,NULL,1,NULL,5.0);
INSERT INTO point VALUES(884736,20240,2,1748737800000,39.898698000000003105,116.39385880000000383,NULL,NULL,1,NULL,8.0);
INSERT INTO point VALUES(884736,20240,3,1748739600000,39.908596000000002845,116.40375629999999773,NULL,NULL,1,NULL,6.0);
INSERT INTO point VALUES(884736,20241,1,1748823000000,39.918598299999999312,116.41375929999999527,NULL,NULL,1,NULL,5.0);
INSERT INTO point VALUES(884736,20241,2,1748824800000,39.918618299999998554,116.41375929999999527,NULL,NULL,1,NULL,0.0);
INSERT INTO point VALUES(884736,20241,3,1748826000000,39.928605099999998628,116.42376799999999548,NULL,NULL,1,NULL,5.0);
INSERT INTO point VALUES(884736,20241,4,1748826600000,39.898598100000000955,116.39375880000000051,NULL,NULL,1,NULL,5.0);
INSERT INTO point VALUES(1867776,20240,1,1748743200000,39.948597100000000637,116.4137554999999935,NULL,NULL,1,NULL,5.0);
INSERT INTO point VALUES(1867776,20240,2,1748743260000,39.953599300000000482,116.41775810000000035,NULL,NULL,1,NULL,5.0);
INSERT INTO point VALUES(1867776,20240,3,1748743320000,39.958602100000000234,116.42176170000000468,NULL,NULL,1,NULL,5.0);
CREATE TABLE place (device INTEGER NOT NULL, first_core INTEGER NOT NULL, id TEXT NOT NULL, shared INTEGER NOT NULL, kind TEXT,
    role TEXT NOT NULL, name TEXT, visits INTEGER NOT NULL, devices INTEGER NOT NULL, total INTEGER NOT NULL, first INTEGER NOT NULL, last INTEGER NOT NULL, usual_arrival TEXT, usual_departure TEXT,
    latitude REAL NOT NULL, longitude REAL NOT NULL, radius REAL NOT NULL, cell INTEGER,
    PRIMARY KEY (device, first_core)) WITHOUT ROWID;
INSERT INTO place VALUES(458752,1748833200000,'5dc7384804cd0dd0',0,NULL,'work',NULL,1,1,2400000,1748833200000,1748835600000,NULL,NULL,31.200050000000000948,121.40000000000000568,0.0,2894129354104574);
INSERT INTO place VALUES(884736,1748736000000,'1fe8ddc88bce88f2',0,NULL,'regular',NULL,1,1,1800000,1748736000000,1748737800000,NULL,'09:00',39.898648049999998477,116.39380880000000218,0.0,3101842562304603);
INSERT INTO place VALUES(884736,1748823000000,'8586c7dd7e09dd43',0,NULL,'work',NULL,1,1,1800000,1748823000000,1748824800000,NULL,'09:00',39.918608300000002486,116.41375929999999527,0.0,3102319303674176);
CREATE TABLE map_cluster (zoom INTEGER NOT NULL, id TEXT NOT NULL, identifier TEXT, latitude REAL NOT NULL, longitude REAL NOT NULL,
    count INTEGER NOT NULL, kinds TEXT NOT NULL, shares TEXT NOT NULL, representative TEXT NOT NULL, priority INTEGER NOT NULL,
    expansion_zoom INTEGER, hidden INTEGER NOT NULL, parent TEXT, content INTEGER, members INTEGER,
    PRIMARY KEY (zoom, id)) WITHOUT ROWID;
INSERT INTO map_cluster VALUES(10,'65db403995b88b2d','north',39.898648049999998477,116.39380880000000218,1,'{"pet":1}','{"pet":1.0}','dda8a504735c1c61',750,NULL,0,NULL,-1169176230919906983,0);
INSERT INTO map_cluster VALUES(10,'796349edf5260d1e',NULL,31.200050000000000948,121.40000000000000568,1,'{"other":1}','{"other":1.0}','ca5de9c428c2535a',750,NULL,0,NULL,-3332215482620398772,0);
INSERT INTO map_cluster VALUES(10,'fdec1ea1690c3f96','north',39.918608300000002486,116.41375929999999527,1,'{"pet":1}','{"pet":1.0}','8504b169cdf6b1d4',750,NULL,0,NULL,4465333045099183196,0);
INSERT INTO map_cluster VALUES(11,'4b2aef4180aefcaf','north',39.918608300000002486,116.41375929999999527,1,'{"pet":1}','{"pet":1.0}','8504b169cdf6b1d4',750,NULL,0,'fdec1ea1690c3f96',-211714710049050807,0);
INSERT INTO map_cluster VALUES(11,'c27e513c00e99cc9','north',39.898648049999998477,116.39380880000000218,1,'{"pet":1}','{"pet":1.0}','dda8a504735c1c61',750,NULL,0,'65db403995b88b2d',1382025979923702855,0);
INSERT INTO map_cluster VALUES(11,'c502cd0262b04332',NULL,31.200050000000000948,121.40000000000000568,1,'{"other":1}','{"other":1.0}','ca5de9c428c2535a',750,NULL,0,'796349edf5260d1e',-4680511997656491744,0);
INSERT INTO map_cluster VALUES(12,'25de5c1fdf55186c','north',39.898648049999998477,116.39380880000000218,1,'{"pet":1}','{"pet":1.0}','dda8a504735c1c61',750,NULL,0,'c27e513c00e99cc9',5851720046729269268,-4045606210918815790);
INSERT INTO map_cluster VALUES(12,'71e028b11b157f4d','north',39.918608300000002486,116.41375929999999527,1,'{"pet":1}','{"pet":1.0}','8504b169cdf6b1d4',750,NULL,0,'4b2aef4180aefcaf',480021323266865219,-8553600635293581660);
INSERT INTO map_cluster VALUES(12,'968119f1b0918d43',NULL,31.200050000000000948,121.40000000000000568,1,'{"other":1}','{"other":1.0}','ca5de9c428c2535a',750,NULL,0,'c502cd0262b04332',-5503799254294067761,3988193668764879642);
CREATE TABLE map_member (cluster TEXT NOT NULL, device INTEGER NOT NULL, time INTEGER NOT NULL, id TEXT NOT NULL,
    PRIMARY KEY (cluster, device, time)) WITHOUT ROWID;
INSERT INTO map_member VALUES('25de5c1fdf55186c',884736,1748736000000,'dda8a504735c1c61');
INSERT INTO map_member VALUES('71e028b11b157f4d',884736,1748823000000,'8504b169cdf6b1d4');
INSERT INTO map_member VALUES('968119f1b0918d43',458752,1748833200000,'ca5de9c428c2535a');
CREATE TABLE address (cell INTEGER PRIMARY KEY, id TEXT NOT NULL, latitude REAL NOT NULL, longitude REAL NOT NULL, address TEXT,
    country TEXT, province TEXT, city TEXT, district TEXT, street TEXT, provider TEXT, language TEXT, approximate INTEGER NOT NULL,
    distance REAL, state TEXT NOT NULL, asks TEXT, uses INTEGER NOT NULL DEFAULT 0);
INSERT INTO address VALUES(2894129354104574,'673842-1433342',31.2000227827762302,121.40009964831040179,'2.7 km from Jing’an (静安), Shanghai (上海市), China','China','Shanghai','Jing’an',NULL,NULL,'gazetteer','en',1,2678.1472854144558368,'done',NULL,2);
INSERT INTO address VALUES(3101842562304603,'722204-1264219',39.898606653370052299,116.39387543381042178,'1.0 km from Beijing (北京), China','China','Beijing','Beijing',NULL,NULL,'gazetteer','en',1,1029.4602592962928611,'done',NULL,2);
INSERT INTO address VALUES(3102319303674176,'722315-1263936',39.918571559900698276,116.41381457832000024,'1.1 km from Jingshan (景山), Beijing (北京市), China','China','Beijing','Jingshan',NULL,NULL,'gazetteer','en',1,1114.1483074081756967,'done',NULL,2);
CREATE TABLE reject (id INTEGER PRIMARY KEY, file INTEGER NOT NULL, line INTEGER NOT NULL, day INTEGER, device INTEGER,
    reason TEXT NOT NULL, field TEXT, value TEXT, text TEXT);
INSERT INTO reject VALUES(1,2,9,NULL,NULL,'bad-time','time','noon','bike-1,noon,39.96000,116.42800,5,');
INSERT INTO reject VALUES(2,2,5,20240,884736,'inaccurate','accuracy','400','2025-06-01T01:10:00.000Z,39.92,116.42');
CREATE TABLE file (id INTEGER PRIMARY KEY, path TEXT NOT NULL UNIQUE, size INTEGER NOT NULL, modified INTEGER NOT NULL,
    low INTEGER NOT NULL, high INTEGER NOT NULL, state TEXT NOT NULL, damage TEXT, first_fix INTEGER, last_fix INTEGER,
    crc INTEGER, options TEXT);
INSERT INTO file VALUES(1,'logs/extra-1.csv',99,1748908800000,631123200000,1748909400000,'whole',NULL,1748833200000,1748835600000,2591289566,'f2900851f618ed0f');
INSERT INTO file VALUES(2,'logs/2025-06-01.csv',420,1748908800000,1748620800000,1748794200000,'whole',NULL,1748736000000,1748743320000,2157853092,'f2900851f618ed0f');
INSERT INTO file VALUES(3,'logs/2025-06-02.csv',234,1748908800000,1748707200000,1748880600000,'whole',NULL,1748823000000,1748826600000,1907456208,'f2900851f618ed0f');
CREATE TABLE file_day (file INTEGER NOT NULL, day INTEGER, rows INTEGER NOT NULL, hash INTEGER NOT NULL,
    returned INTEGER NOT NULL DEFAULT 0);
INSERT INTO file_day VALUES(1,20241,2,3712157868557155245,0);
INSERT INTO file_day VALUES(2,20240,7,-4985071341616971173,0);
INSERT INTO file_day VALUES(2,NULL,1,-4977878462822132374,0);
INSERT INTO file_day VALUES(3,20241,4,-4732287948137228151,0);
CREATE TABLE made (day INTEGER NOT NULL, file INTEGER NOT NULL, rows INTEGER NOT NULL, hash INTEGER NOT NULL, kept INTEGER NOT NULL,
    thinned INTEGER NOT NULL, rejected INTEGER NOT NULL, PRIMARY KEY (day, file)) WITHOUT ROWID;
INSERT INTO made VALUES(20240,2,7,-4985071341616971173,5,1,1);
INSERT INTO made VALUES(20241,1,2,3712157868557155245,2,0,0);
INSERT INTO made VALUES(20241,3,4,-4732287948137228151,4,0,0);
CREATE TABLE processed_day (day INTEGER PRIMARY KEY, start INTEGER NOT NULL, end INTEGER NOT NULL, options TEXT NOT NULL,
    stale INTEGER NOT NULL DEFAULT 0);
INSERT INTO processed_day VALUES(20240,1748707200000,1748793600000,'79bb423049d9d894',0);
INSERT INTO processed_day VALUES(20241,1748793600000,1748880000000,'79bb423049d9d894',0);
CREATE TABLE reason_count (day INTEGER, file INTEGER NOT NULL, reason TEXT NOT NULL, count INTEGER NOT NULL);
INSERT INTO reason_count VALUES(NULL,2,'bad-time',1);
INSERT INTO reason_count VALUES(20240,2,'inaccurate',1);
CREATE TABLE option_set (hash TEXT PRIMARY KEY, text TEXT NOT NULL) WITHOUT ROWID;
INSERT INTO option_set VALUES('79bb423049d9d894',replace('kinds.pet=["2"] 15.0\nkinds.bicycle=[] 25.0\nread.columns={accuracy: accuracy, device: device, kind: type, latitude: lat, longitude: lon, time: time}\nread.crs=gcj02\nread.late=86400.0\nread=\nread.columns={device: device, latitude: lat, longitude: lon, time: time}\nread.delimiter=;\nconvert=\ndrop-invalid.accuracy=100.0\ndrop-invalid=\ndrop-spikes.speed=70.0\ndrop-spikes=\nfind-stays.gap=10800.0\nfind-stays=\nsplit-trips.gap=10800.0\nsplit-trips=\npick-history=\nsimplify.tolerance=15.0\nsimplify=\ntimezone=Asia/Shanghai\nrules=2','\n',char(10)));
CREATE TABLE dirty (device INTEGER PRIMARY KEY);
CREATE TABLE day_to_report (day INTEGER PRIMARY KEY);
CREATE TABLE report_done (day INTEGER NOT NULL, report TEXT NOT NULL, PRIMARY KEY (day, report)) WITHOUT ROWID;
CREATE TABLE left_day (day INTEGER PRIMARY KEY, sentence TEXT NOT NULL);
CREATE TABLE run (id INTEGER PRIMARY KEY, started_utc TEXT NOT NULL, ended_utc TEXT, version TEXT NOT NULL, host TEXT NOT NULL,
    first_day TEXT, last_day TEXT, days INTEGER, rows INTEGER, kept INTEGER, thinned INTEGER, rejected INTEGER, exit_status INTEGER);
INSERT INTO run VALUES(1,'2026-12-01T18:56:00.613Z','2026-12-01T18:56:00.786Z','0.1.0','vm',NULL,NULL,2,14,11,1,2,0);
CREATE TABLE commit_mark (id INTEGER PRIMARY KEY, bytes BLOB NOT NULL);
INSERT INTO commit_mark VALUES(1,X'747261636b6d696c6c20636f6d6d6974f120da0ce7f9557a4d48acaf806b2ff6');
CREATE TABLE address_count (state TEXT NOT NULL, provider TEXT NOT NULL, cells INTEGER NOT NULL, PRIMARY KEY (state, provider))
    WITHOUT ROWID;
INSERT INTO address_count VALUES('done','gazetteer',3);
CREATE TABLE new_history (day INTEGER PRIMARY KEY);
CREATE TABLE about_column (view TEXT, position INTEGER, name TEXT, unit TEXT, meaning TEXT, PRIMARY KEY (view, position)) WITHOUT ROWID;
INSERT INTO about_column VALUES('about',0,'view','','name of a view');
INSERT INTO about_column VALUES('about',1,'column','','name of a column of it');
INSERT INTO about_column VALUES('about',2,'unit','','unit of the column, or what its text is; empty where it has none');
INSERT INTO about_column VALUES('about',3,'meaning','','what it says');
INSERT INTO about_column VALUES('addresses',0,'cell','','cell of the grid');
INSERT INTO about_column VALUES('addresses',1,'latitude','degrees WGS-84','centre of the cell');
INSERT INTO about_column VALUES('addresses',2,'longitude','degrees WGS-84','centre of the cell');
INSERT INTO about_column VALUES('addresses',3,'address','','address of the cell it lies in');
INSERT INTO about_column VALUES('addresses',4,'country','','part of the address');
INSERT INTO about_column VALUES('addresses',5,'province','','part of the address: state or province');
INSERT INTO about_column VALUES('addresses',6,'city','','part of the address: city or town');
INSERT INTO about_column VALUES('addresses',7,'district','','part of the address: part of the city');
INSERT INTO about_column VALUES('addresses',8,'street','','part of the address: street, with its number');
INSERT INTO about_column VALUES('addresses',9,'provider','','who said so');
INSERT INTO about_column VALUES('addresses',10,'language','','of the address');
INSERT INTO about_column VALUES('addresses',11,'approximate','0 or 1','nearest place, not the address itself');
INSERT INTO about_column VALUES('addresses',12,'distance_m','m','to the place that is named');
INSERT INTO about_column VALUES('addresses',13,'state','','done, not-found (no source knows an address) or pending (a source is still to be asked)');
INSERT INTO about_column VALUES('day_ledger',0,'day','','local calendar day; a stay, trip or gap belongs to the day it starts in');
INSERT INTO about_column VALUES('day_ledger',1,'start_utc','','first moment of the day');
INSERT INTO about_column VALUES('day_ledger',2,'end_utc','','first moment after it');
INSERT INTO about_column VALUES('day_ledger',3,'options','','hash of the options it was made with');
INSERT INTO about_column VALUES('day_ledger',4,'file','','a file that gave it rows');
INSERT INTO about_column VALUES('day_ledger',5,'rows','','rows it gave');
INSERT INTO about_column VALUES('day_ledger',6,'kept','','fixes kept');
INSERT INTO about_column VALUES('day_ledger',7,'thinned','','fixes thinned away');
INSERT INTO about_column VALUES('day_ledger',8,'rejected','','rows rejected');
INSERT INTO about_column VALUES('day_ledger',9,'first_key','','keys of its fixes: from here; NULL without fixes');
INSERT INTO about_column VALUES('day_ledger',10,'end_key','','below this');
INSERT INTO about_column VALUES('days',0,'day','','local calendar day; a stay, trip or gap belongs to the day it starts in');
INSERT INTO about_column VALUES('days',1,'device','','id of the device, from the log');
INSERT INTO about_column VALUES('days',2,'kind','','kind of the device: of a device-day that of its last row that has one');
INSERT INTO about_column VALUES('days',3,'rows_in','','rows of all files');
INSERT INTO about_column VALUES('days',4,'kept','','fixes');
INSERT INTO about_column VALUES('days',5,'thinned','','fixes that thinning took');
INSERT INTO about_column VALUES('days',6,'rejected','','rows that cannot be used');
INSERT INTO about_column VALUES('days',7,'distance_m','m','movement with both ends in the day');
INSERT INTO about_column VALUES('days',8,'moving_s','s','movement with both ends in the day');
INSERT INTO about_column VALUES('days',9,'stay_s','s','stays inside the day');
INSERT INTO about_column VALUES('days',10,'max_speed_mps','m/s','largest logged speed');
INSERT INTO about_column VALUES('days',11,'south','degrees WGS-84','box');
INSERT INTO about_column VALUES('days',12,'west','degrees WGS-84','box; above east where it crosses ±180°');
INSERT INTO about_column VALUES('days',13,'north','degrees WGS-84','box');
INSERT INTO about_column VALUES('days',14,'east','degrees WGS-84','box');
INSERT INTO about_column VALUES('days',15,'simplify_largest_error_m','m','largest distance of a fix that simplify took from what replaces it; NULL without simplify');
INSERT INTO about_column VALUES('days',16,'simplify_mean_error_m','m','mean distance of the fixes that simplify took; 0 where it took none');
INSERT INTO about_column VALUES('days',17,'path_m','m','the whole way of its fixes, stays and silences too, without jumps');
INSERT INTO about_column VALUES('devices',0,'device','','id of the device, from the log');
INSERT INTO about_column VALUES('devices',1,'name','','name from the devices file');
INSERT INTO about_column VALUES('devices',2,'group_name','','group from the devices file');
INSERT INTO about_column VALUES('devices',3,'kind','','kind of the device: of a device-day that of its last row that has one');
INSERT INTO about_column VALUES('devices',4,'first_ms','ms since 1970 UTC','first fix');
INSERT INTO about_column VALUES('devices',5,'last_ms','ms since 1970 UTC','latest fix');
INSERT INTO about_column VALUES('devices',6,'last_local','','latest fix, in the pipeline''s time zone');
INSERT INTO about_column VALUES('devices',7,'latitude','degrees WGS-84','latest fix');
INSERT INTO about_column VALUES('devices',8,'longitude','degrees WGS-84','latest fix');
INSERT INTO about_column VALUES('devices',9,'course_deg','degrees','latest fix');
INSERT INTO about_column VALUES('devices',10,'place','','place it is at');
INSERT INTO about_column VALUES('devices',11,'address','','address of the cell it lies in');
INSERT INTO about_column VALUES('devices',12,'fixes','','kept');
INSERT INTO about_column VALUES('devices',13,'days','','days with fixes');
INSERT INTO about_column VALUES('fixes',0,'day','','local calendar day; a stay, trip or gap belongs to the day it starts in');
INSERT INTO about_column VALUES('fixes',1,'device','','id of the device, from the log');
INSERT INTO about_column VALUES('fixes',2,'kind','','kind of the device: of a device-day that of its last row that has one');
INSERT INTO about_column VALUES('fixes',3,'time_ms','ms since 1970 UTC','when');
INSERT INTO about_column VALUES('fixes',4,'time_utc','','when, ISO 8601 in UTC');
INSERT INTO about_column VALUES('fixes',5,'time_local','','when, in the pipeline''s time zone');
INSERT INTO about_column VALUES('fixes',6,'latitude','degrees WGS-84','where');
INSERT INTO about_column VALUES('fixes',7,'longitude','degrees WGS-84','where');
INSERT INTO about_column VALUES('fixes',8,'altitude_m','m','altitude as logged');
INSERT INTO about_column VALUES('fixes',9,'speed_mps','m/s','speed as logged, or as measure-motion filled it');
INSERT INTO about_column VALUES('fixes',10,'course_deg','degrees','direction of travel, clockwise from true north, [0, 360)');
INSERT INTO about_column VALUES('fixes',11,'accuracy_m','m','accuracy as logged');
INSERT INTO about_column VALUES('fixes',12,'extra','JSON','further columns that ''extra'' names');
INSERT INTO about_column VALUES('fixes',13,'trip','','id of the trip it lies in');
INSERT INTO about_column VALUES('fixes',14,'stay','','id of the stay it lies in');
INSERT INTO about_column VALUES('gaps',0,'device','','id of the device, from the log');
INSERT INTO about_column VALUES('gaps',1,'day','','local calendar day; a stay, trip or gap belongs to the day it starts in');
INSERT INTO about_column VALUES('gaps',2,'from_ms','ms since 1970 UTC','last fix before it');
INSERT INTO about_column VALUES('gaps',3,'to_ms','ms since 1970 UTC','first fix after it');
INSERT INTO about_column VALUES('gaps',4,'from_local','','last fix before it, in the pipeline''s time zone');
INSERT INTO about_column VALUES('gaps',5,'to_local','','first fix after it, in the pipeline''s time zone');
INSERT INTO about_column VALUES('gaps',6,'duration_s','s','from the one to the other');
INSERT INTO about_column VALUES('gaps',7,'distance_m','m','between the two fixes');
INSERT INTO about_column VALUES('gaps',8,'jump','0 or 1','the device cannot have come so far in that time, by the speeds of drop-spikes');
INSERT INTO about_column VALUES('gaps',9,'from_latitude','degrees WGS-84','last fix before it');
INSERT INTO about_column VALUES('gaps',10,'from_longitude','degrees WGS-84','last fix before it');
INSERT INTO about_column VALUES('gaps',11,'to_latitude','degrees WGS-84','first fix after it');
INSERT INTO about_column VALUES('gaps',12,'to_longitude','degrees WGS-84','first fix after it');
INSERT INTO about_column VALUES('history',0,'device','','id of the device, from the log');
INSERT INTO about_column VALUES('history',1,'day','','local calendar day; a stay, trip or gap belongs to the day it starts in');
INSERT INTO about_column VALUES('history',2,'number','','from 1, within the device-day');
INSERT INTO about_column VALUES('history',3,'time_ms','ms since 1970 UTC','when');
INSERT INTO about_column VALUES('history',4,'time_local','','when, in the pipeline''s time zone');
INSERT INTO about_column VALUES('history',5,'latitude','degrees WGS-84','where');
INSERT INTO about_column VALUES('history',6,'longitude','degrees WGS-84','where');
INSERT INTO about_column VALUES('history',7,'course_deg','degrees','direction of travel');
INSERT INTO about_column VALUES('history',8,'speed_mps','m/s','speed');
INSERT INTO about_column VALUES('history',9,'fixes','','fixes it stands for');
INSERT INTO about_column VALUES('history',10,'accuracy_m','m','accuracy as logged; NULL of a mean of fixes');
INSERT INTO about_column VALUES('history',11,'address','','address of the cell it lies in');
INSERT INTO about_column VALUES('input_files',0,'file','','path relative to base');
INSERT INTO about_column VALUES('input_files',1,'rows','','as it was last read');
INSERT INTO about_column VALUES('input_files',2,'kept','','fixes of days made from it as it is');
INSERT INTO about_column VALUES('input_files',3,'thinned','','fixes thinned away');
INSERT INTO about_column VALUES('input_files',4,'rejected','','rows rejected, those without a day too');
INSERT INTO about_column VALUES('input_files',5,'waiting','','rows of days that are not made from it as it is');
INSERT INTO about_column VALUES('input_files',6,'size','bytes','on disk');
INSERT INTO about_column VALUES('input_files',7,'modified_ms','ms since 1970 UTC','modification time');
INSERT INTO about_column VALUES('input_files',8,'first_ms','ms since 1970 UTC','earliest fix');
INSERT INTO about_column VALUES('input_files',9,'last_ms','ms since 1970 UTC','latest fix');
INSERT INTO about_column VALUES('input_files',10,'state','','whole, damaged, gone or renamed');
INSERT INTO about_column VALUES('input_files',11,'damage','','what is wrong with it');
INSERT INTO about_column VALUES('input_files',12,'crc32','','CRC-32 of its unpacked bytes, 8 hexadecimal digits; null where it could not be read to its end');
INSERT INTO about_column VALUES('kinds',0,'number','','its place in the pipeline file, from 0');
INSERT INTO about_column VALUES('kinds',1,'name','','the kind');
INSERT INTO about_column VALUES('kinds',2,'color','','#RRGGBB: that of the pipeline file, or one of a palette');
INSERT INTO about_column VALUES('kinds',3,'glyph','','a letter or two for its marker: that of the pipeline file, or its first letter');
INSERT INTO about_column VALUES('kinds',4,'priority','','on a map: 1000 is required, 750 high, 250 low');
INSERT INTO about_column VALUES('map_clusters',0,'zoom','','zoom level');
INSERT INTO about_column VALUES('map_clusters',1,'cluster','','id: a hash of zoom and first member');
INSERT INTO about_column VALUES('map_clusters',2,'identifier','','what separate-by keeps apart: kind, device or group');
INSERT INTO about_column VALUES('map_clusters',3,'latitude','degrees WGS-84','weighted centre');
INSERT INTO about_column VALUES('map_clusters',4,'longitude','degrees WGS-84','weighted centre');
INSERT INTO about_column VALUES('map_clusters',5,'count','','points');
INSERT INTO about_column VALUES('map_clusters',6,'kinds','JSON','points by kind; unlisted and missing ones are other');
INSERT INTO about_column VALUES('map_clusters',7,'representative','','id of the member of the highest priority, then the first');
INSERT INTO about_column VALUES('map_clusters',8,'priority','','of a cluster the option ''priority'' of cluster-for-map; of a single point that of its kind');
INSERT INTO about_column VALUES('map_clusters',9,'expansion_zoom','','zoom at which it falls apart');
INSERT INTO about_column VALUES('map_clusters',10,'hidden','0 or 1','another marker covers it');
INSERT INTO about_column VALUES('map_clusters',11,'shares','JSON','shares of the kinds; they sum to 1');
INSERT INTO about_column VALUES('map_clusters',12,'parent','','the cluster that holds it one zoom below');
INSERT INTO about_column VALUES('map_members',0,'cluster','','id of a cluster of the highest zoom; others reach theirs through parent');
INSERT INTO about_column VALUES('map_members',1,'device','','id of the device, from the log');
INSERT INTO about_column VALUES('map_members',2,'time_ms','ms since 1970 UTC','arrival of the stay or of the place''s earliest core stay, or time of the fix');
INSERT INTO about_column VALUES('map_members',3,'member','','id of the stay or place, the device of a latest fix, or ''device time_ms'' of a fix');
INSERT INTO about_column VALUES('places',0,'place','','id: a hash of device and arrival of the earliest core stay');
INSERT INTO about_column VALUES('places',1,'device','','id of the device, from the log; NULL for places of a kind or the fleet');
INSERT INTO about_column VALUES('places',2,'role','','home, work or regular');
INSERT INTO about_column VALUES('places',3,'name','','name people gave it, from find-places.names-from');
INSERT INTO about_column VALUES('places',4,'visits','','stays');
INSERT INTO about_column VALUES('places',5,'total_s','s','time in them');
INSERT INTO about_column VALUES('places',6,'first_ms','ms since 1970 UTC','first arrival');
INSERT INTO about_column VALUES('places',7,'last_ms','ms since 1970 UTC','last seen');
INSERT INTO about_column VALUES('places',8,'usual_arrival_local','','circular mean of the local times of arrivals that were seen');
INSERT INTO about_column VALUES('places',9,'usual_departure_local','','circular mean of the local times when it was left, where that was seen');
INSERT INTO about_column VALUES('places',10,'latitude','degrees WGS-84','mean of its stays');
INSERT INTO about_column VALUES('places',11,'longitude','degrees WGS-84','mean of its stays');
INSERT INTO about_column VALUES('places',12,'radius_m','m','distance of its farthest stay');
INSERT INTO about_column VALUES('places',13,'address','','address of the cell it lies in');
INSERT INTO about_column VALUES('places',14,'kind','','the kind it is a place of, with find-places.of: kind');
INSERT INTO about_column VALUES('places',15,'devices','','devices that its stays are of');
INSERT INTO about_column VALUES('rejects',0,'file','','path relative to base');
INSERT INTO about_column VALUES('rejects',1,'line','','where the record begins, from 1');
INSERT INTO about_column VALUES('rejects',2,'day','','NULL where time or device are unknown or outside the file''s window');
INSERT INTO about_column VALUES('rejects',3,'device','','id of the device, from the log');
INSERT INTO about_column VALUES('rejects',4,'reason','','see: trackmill help rejects');
INSERT INTO about_column VALUES('rejects',5,'field','','field at fault');
INSERT INTO about_column VALUES('rejects',6,'value','','what stood there');
INSERT INTO about_column VALUES('rejects',7,'text','','the row; of a stage''s reject its time and position as read');
INSERT INTO about_column VALUES('runs',0,'run','','number of the run');
INSERT INTO about_column VALUES('runs',1,'started_utc','','when it began');
INSERT INTO about_column VALUES('runs',2,'ended_utc','','when it ended; NULL where it was killed');
INSERT INTO about_column VALUES('runs',3,'version','','of the program');
INSERT INTO about_column VALUES('runs',4,'host','','where it ran');
INSERT INTO about_column VALUES('runs',5,'first_day','','of a dated run');
INSERT INTO about_column VALUES('runs',6,'last_day','','of a dated run');
INSERT INTO about_column VALUES('runs',7,'days','','days made');
INSERT INTO about_column VALUES('runs',8,'rows','','rows read');
INSERT INTO about_column VALUES('runs',9,'kept','','fixes kept');
INSERT INTO about_column VALUES('runs',10,'thinned','','fixes thinned away');
INSERT INTO about_column VALUES('runs',11,'rejected','','rows rejected');
INSERT INTO about_column VALUES('runs',12,'exit_status','','how it ended');
INSERT INTO about_column VALUES('stays',0,'stay','','id: a hash of device and arrival');
INSERT INTO about_column VALUES('stays',1,'day','','local calendar day; a stay, trip or gap belongs to the day it starts in');
INSERT INTO about_column VALUES('stays',2,'device','','id of the device, from the log');
INSERT INTO about_column VALUES('stays',3,'kind','','kind of the device: of a device-day that of its last row that has one');
INSERT INTO about_column VALUES('stays',4,'arrived_ms','ms since 1970 UTC','first fix');
INSERT INTO about_column VALUES('stays',5,'last_seen_ms','ms since 1970 UTC','last fix inside');
INSERT INTO about_column VALUES('stays',6,'departed_ms','ms since 1970 UTC','next fix; NULL where a silence or nothing follows, and where it is inferred');
INSERT INTO about_column VALUES('stays',7,'arrived_local','','first fix, in the pipeline''s time zone');
INSERT INTO about_column VALUES('stays',8,'departed_local','','next fix, in the pipeline''s time zone');
INSERT INTO about_column VALUES('stays',9,'duration_s','s','last_seen − arrived');
INSERT INTO about_column VALUES('stays',10,'latitude','degrees WGS-84','mean of its fixes inside the radius');
INSERT INTO about_column VALUES('stays',11,'longitude','degrees WGS-84','mean of its fixes inside the radius');
INSERT INTO about_column VALUES('stays',12,'spread_m','m','root of the mean squared distance from that');
INSERT INTO about_column VALUES('stays',13,'fixes','','from the first to the last, those of excursions too');
INSERT INTO about_column VALUES('stays',14,'confidence','0 to 1','n / (n + 2) of its fixes, times 1 − spread / (2 · radius); of an inferred one times 16 h / (16 h + duration)');
INSERT INTO about_column VALUES('stays',15,'open','0 or 1','it ends the device''s data');
INSERT INTO about_column VALUES('stays',16,'inferred','0 or 1','a silence whose two fixes lie within the radius; made with find-stays.inferred only');
INSERT INTO about_column VALUES('stays',17,'place','','id of the place it belongs to');
INSERT INTO about_column VALUES('stays',18,'address','','address of the cell it lies in');
INSERT INTO about_column VALUES('trips',0,'trip','','id: a hash of device and start');
INSERT INTO about_column VALUES('trips',1,'day','','local calendar day; a stay, trip or gap belongs to the day it starts in');
INSERT INTO about_column VALUES('trips',2,'device','','id of the device, from the log');
INSERT INTO about_column VALUES('trips',3,'kind','','kind of the device: of a device-day that of its last row that has one');
INSERT INTO about_column VALUES('trips',4,'start_ms','ms since 1970 UTC','first fix');
INSERT INTO about_column VALUES('trips',5,'end_ms','ms since 1970 UTC','last fix');
INSERT INTO about_column VALUES('trips',6,'start_local','','first fix, in the pipeline''s time zone');
INSERT INTO about_column VALUES('trips',7,'end_local','','last fix, in the pipeline''s time zone');
INSERT INTO about_column VALUES('trips',8,'distance_m','m','sum of its legs, haversine');
INSERT INTO about_column VALUES('trips',9,'moving_s','s','sum of its legs');
INSERT INTO about_column VALUES('trips',10,'max_speed_mps','m/s','largest logged speed of its fixes');
INSERT INTO about_column VALUES('trips',11,'fixes','','legs + 1');
INSERT INTO about_column VALUES('trips',12,'start_place','','place it leaves');
INSERT INTO about_column VALUES('trips',13,'end_place','','place it reaches');
INSERT INTO about_column VALUES('trips',14,'start_latitude','degrees WGS-84','first fix');
INSERT INTO about_column VALUES('trips',15,'start_longitude','degrees WGS-84','first fix');
INSERT INTO about_column VALUES('trips',16,'end_latitude','degrees WGS-84','last fix');
INSERT INTO about_column VALUES('trips',17,'end_longitude','degrees WGS-84','last fix');
INSERT INTO about_column VALUES('trips',18,'south','degrees WGS-84','box of its legs');
INSERT INTO about_column VALUES('trips',19,'west','degrees WGS-84','box of its legs; above east where it crosses ±180°');
INSERT INTO about_column VALUES('trips',20,'north','degrees WGS-84','box of its legs');
INSERT INTO about_column VALUES('trips',21,'east','degrees WGS-84','box of its legs');
INSERT INTO about_column VALUES('trips',22,'open','0 or 1','its last fix is the device''s last and in no stay');
CREATE INDEX stay_of_device ON stay (device, arrived);
CREATE INDEX inferred_stay ON stay (device, last_seen) WHERE inferred = 1;
CREATE INDEX trip_of_device ON trip (device, start);
CREATE INDEX gap_of_device ON gap (device, start);
CREATE INDEX map_cluster_of_parent ON map_cluster (parent);
CREATE INDEX address_to_ask ON address (asks) WHERE asks IS NOT NULL;
CREATE INDEX reject_of_day ON reject (day, file);
CREATE UNIQUE INDEX file_day_key ON file_day (file, day);
CREATE INDEX processed_day_name ON processed_day (date(day * 86400, 'unixepoch'));
CREATE INDEX reason_count_of_day ON reason_count (day, file);
CREATE INDEX made_of_file ON made (file);
CREATE INDEX file_day_of_share ON file_day (hash, rows);
CREATE INDEX file_day_returned ON file_day (file) WHERE returned = 1;
CREATE INDEX address_unused ON address (cell) WHERE uses <= 0;
CREATE TRIGGER stay_leaves_cell AFTER DELETE ON stay WHEN old.cell IS NOT NULL BEGIN
    UPDATE address SET uses = uses - 1 WHERE cell = old.cell; END;
CREATE TRIGGER place_leaves_cell AFTER DELETE ON place WHEN old.cell IS NOT NULL BEGIN
    UPDATE address SET uses = uses - 1 WHERE cell = old.cell; END;
CREATE TRIGGER point_leaves_cell AFTER DELETE ON point WHEN old.cell IS NOT NULL BEGIN
    UPDATE address SET uses = uses - 1 WHERE cell = old.cell; END;
CREATE VIEW fixes AS SELECT date(f.day * 86400, 'unixepoch') AS day, f.id AS device, f.kind AS kind, f.time_ms AS time_ms, strftime('%Y-%m-%dT%H:%M:%fZ', f.time_ms / 1000.0, 'unixepoch') AS time_utc,
    strftime('%Y-%m-%d %H:%M:%S', (f.time_ms + (SELECT offset_ms FROM zone WHERE from_ms <= f.time_ms ORDER BY from_ms DESC LIMIT 1)) / 1000.0, 'unixepoch') AS time_local, f.latitude / 1e7 AS latitude, f.longitude / 1e7 AS longitude, f.altitude AS altitude_m,
    f.speed AS speed_mps, f.course AS course_deg, f.accuracy AS accuracy_m, f.extra AS extra,
    (SELECT CASE WHEN t.end >= f.time_ms THEN t.id END FROM trip t WHERE t.device = f.device AND t.start <= f.time_ms
        ORDER BY t.start DESC LIMIT 1) AS trip,
    coalesce((SELECT CASE WHEN s.last_seen >= f.time_ms THEN s.id END FROM stay s WHERE s.device = f.device AND s.arrived <= f.time_ms
        AND (s.inferred = 0 OR s.arrived < f.time_ms) ORDER BY s.arrived DESC LIMIT 1),
        (SELECT s.id FROM stay s WHERE s.device = f.device AND s.arrived = f.time_ms)) AS stay
FROM (SELECT p.day AS day, dd.device AS device, d.id AS id, dd.kind AS kind, p.start + x.time AS time_ms,
        x.latitude AS latitude, x.longitude AS longitude, CASE typeof(x.altitude) WHEN 'integer' THEN x.altitude / 100.0 ELSE x.altitude END AS altitude,
        CASE typeof(x.speed) WHEN 'integer' THEN x.speed / 100.0 / 3.6 ELSE x.speed END AS speed, CASE typeof(x.course) WHEN 'integer' THEN x.course / 10.0 ELSE x.course END AS course, CASE typeof(x.accuracy) WHEN 'integer' THEN x.accuracy / 100.0 ELSE x.accuracy END AS accuracy,
        x.extra AS extra
    FROM processed_day p CROSS JOIN device_day dd ON dd.day = p.day CROSS JOIN device d ON d.key = dd.device
        CROSS JOIN fix x ON x.key >= dd.first_key AND x.key < dd.first_key + dd.kept) f;
CREATE VIEW history AS SELECT d.id AS device, date(h.day * 86400, 'unixepoch') AS day, h.number AS number, h.time AS time_ms, strftime('%Y-%m-%d %H:%M:%S', (h.time + (SELECT offset_ms FROM zone WHERE from_ms <= h.time ORDER BY from_ms DESC LIMIT 1)) / 1000.0, 'unixepoch') AS time_local,
    h.latitude AS latitude, h.longitude AS longitude, h.course AS course_deg, h.speed AS speed_mps, h.fixes AS fixes, h.accuracy AS accuracy_m,
    (SELECT a.address FROM address a WHERE a.cell = h.cell) AS address
FROM point h JOIN device d ON d.key = h.device;
CREATE VIEW trips AS SELECT t.id AS trip, date(t.day * 86400, 'unixepoch') AS day, d.id AS device, t.kind AS kind, t.start AS start_ms, t.end AS end_ms,
    strftime('%Y-%m-%d %H:%M:%S', (t.start + (SELECT offset_ms FROM zone WHERE from_ms <= t.start ORDER BY from_ms DESC LIMIT 1)) / 1000.0, 'unixepoch') AS start_local, strftime('%Y-%m-%d %H:%M:%S', (t.end + (SELECT offset_ms FROM zone WHERE from_ms <= t.end ORDER BY from_ms DESC LIMIT 1)) / 1000.0, 'unixepoch') AS end_local, t.um / 1e6 AS distance_m, (t.end - t.start) / 1000.0 AS moving_s,
    t.max_speed AS max_speed_mps, t.fixes AS fixes,
    (SELECT CASE WHEN s.last_seen = t.start THEN s.place END FROM stay s WHERE s.device = t.device AND s.arrived <= t.start
        ORDER BY s.arrived DESC LIMIT 1) AS start_place,
    (SELECT s.place FROM stay s WHERE s.device = t.device AND s.arrived = t.end) AS end_place,
    t.start_latitude / 1e7 AS start_latitude, t.start_longitude / 1e7 AS start_longitude,
    t.end_latitude / 1e7 AS end_latitude, t.end_longitude / 1e7 AS end_longitude, t.south / 1e7 AS south, t.west / 1e7 AS west,
    t.north / 1e7 AS north, t.east / 1e7 AS east, t.open AS open
FROM trip t JOIN device d ON d.key = t.device;
CREATE VIEW gaps AS SELECT d.id AS device, date(g.day * 86400, 'unixepoch') AS day, g.start AS from_ms, g.end AS to_ms, strftime('%Y-%m-%d %H:%M:%S', (g.start + (SELECT offset_ms FROM zone WHERE from_ms <= g.start ORDER BY from_ms DESC LIMIT 1)) / 1000.0, 'unixepoch') AS from_local,
    strftime('%Y-%m-%d %H:%M:%S', (g.end + (SELECT offset_ms FROM zone WHERE from_ms <= g.end ORDER BY from_ms DESC LIMIT 1)) / 1000.0, 'unixepoch') AS to_local, (g.end - g.start) / 1000.0 AS duration_s, g.um / 1e6 AS distance_m, g.jump AS jump,
    g.start_latitude / 1e7 AS from_latitude, g.start_longitude / 1e7 AS from_longitude,
    g.end_latitude / 1e7 AS to_latitude, g.end_longitude / 1e7 AS to_longitude
FROM gap g JOIN device d ON d.key = g.device;
CREATE VIEW stays AS SELECT s.id AS stay, date(s.day * 86400, 'unixepoch') AS day, d.id AS device, s.kind AS kind, s.arrived AS arrived_ms, s.last_seen AS last_seen_ms,
    s.departed AS departed_ms, strftime('%Y-%m-%d %H:%M:%S', (s.arrived + (SELECT offset_ms FROM zone WHERE from_ms <= s.arrived ORDER BY from_ms DESC LIMIT 1)) / 1000.0, 'unixepoch') AS arrived_local, strftime('%Y-%m-%d %H:%M:%S', (s.departed + (SELECT offset_ms FROM zone WHERE from_ms <= s.departed ORDER BY from_ms DESC LIMIT 1)) / 1000.0, 'unixepoch') AS departed_local,
    (s.last_seen - s.arrived) / 1000.0 AS duration_s, s.latitude AS latitude, s.longitude AS longitude, s.spread AS spread_m,
    s.fixes AS fixes, s.confidence AS confidence,
    CASE WHEN s.inferred THEN s.last_seen = (SELECT x.last_time FROM device_day x WHERE x.device = s.device
        AND x.day = (SELECT y.last_day FROM track_days y WHERE y.device = s.device)) ELSE s.open END AS open,
    s.inferred AS inferred, s.place AS place, (SELECT a.address FROM address a WHERE a.cell = s.cell) AS address
FROM stay s JOIN device d ON d.key = s.device;
CREATE VIEW places AS SELECT p.id AS place, CASE WHEN p.shared = 0 THEN d.id END AS device, p.role AS role, p.name AS name, p.visits AS visits, p.total / 1000.0 AS total_s,
    p.first AS first_ms, p.last AS last_ms, p.usual_arrival AS usual_arrival_local, p.usual_departure AS usual_departure_local,
    p.latitude AS latitude, p.longitude AS longitude, p.radius AS radius_m, (SELECT a.address FROM address a WHERE a.cell = p.cell) AS address,
    p.kind AS kind, p.devices AS devices
FROM place p JOIN device d ON d.key = p.device;
CREATE VIEW map_clusters AS SELECT zoom, id AS cluster, identifier, latitude, longitude, count, kinds, representative, priority, expansion_zoom, hidden, shares, parent
FROM map_cluster;
CREATE VIEW devices AS SELECT d.id AS device, n.name AS name, n.group_name AS group_name, l.kind AS kind, b.first_time AS first_ms, l.last_time AS last_ms,
    strftime('%Y-%m-%d %H:%M:%S', (l.last_time + (SELECT offset_ms FROM zone WHERE from_ms <= l.last_time ORDER BY from_ms DESC LIMIT 1)) / 1000.0, 'unixepoch') AS last_local, l.last_latitude / 1e7 AS latitude, l.last_longitude / 1e7 AS longitude,
    l.last_course AS course_deg, s.place AS place, (SELECT a.address FROM address a WHERE a.cell = s.cell) AS address, a.fixes AS fixes, a.days AS days
FROM (SELECT device, sum(kept) AS fixes, count(*) AS days, min(day) AS first_day, max(day) AS last_day
        FROM device_day WHERE first_time IS NOT NULL GROUP BY device) a
    JOIN device d ON d.key = a.device
    LEFT JOIN device_name n ON n.id = d.id
    JOIN device_day b ON b.day = a.first_day AND b.device = a.device
    JOIN device_day l ON l.day = a.last_day AND l.device = a.device
    LEFT JOIN stay s ON s.device = a.device AND s.last_seen >= l.last_time
        AND s.arrived = (SELECT max(y.arrived) FROM stay y WHERE y.device = a.device);
CREATE VIEW addresses AS SELECT id AS cell, latitude, longitude, address, country, province, city, district, street, provider, language, approximate,
    distance AS distance_m, state
FROM address;
CREATE VIEW days AS SELECT date(x.day * 86400, 'unixepoch') AS day, d.id AS device, x.kind AS kind, x.rows_in AS rows_in, x.kept AS kept, x.thinned AS thinned,
    x.rejected AS rejected,
    (x.inner_um + CASE WHEN e.first_rests THEN 0 ELSE x.first_um END + CASE WHEN e.last_rests THEN 0 ELSE x.last_um END) / 1e6 AS distance_m,
    (x.inner_ms + CASE WHEN e.first_rests THEN 0 ELSE x.first_ms END + CASE WHEN e.last_rests THEN 0 ELSE x.last_ms END) / 1000.0 AS moving_s,
    (x.inner_stay_ms + coalesce(e.first_stay_ms + e.last_stay_ms, 0) + coalesce((SELECT sum(min(s.last_seen, q.end) - max(s.arrived, q.start))
        FROM processed_day q JOIN stay s ON s.inferred = 1 AND s.device = x.device AND s.last_seen > q.start AND s.arrived < q.end
        WHERE q.day = x.day), 0) + CASE WHEN x.first_time IS NULL THEN coalesce((SELECT sum(min(s.last_seen, q.end) - max(s.arrived, q.start))
        FROM processed_day q JOIN stay s ON s.inferred = 0 AND s.device = x.device AND s.last_seen > q.start AND s.arrived < q.end
        WHERE q.day = x.day), 0) ELSE 0 END) / 1000.0 AS stay_s, x.max_speed AS max_speed_mps,
    x.south / 1e7 AS south, x.west / 1e7 AS west, x.north / 1e7 AS north, x.east / 1e7 AS east,
    x.largest_error AS simplify_largest_error_m, x.mean_error AS simplify_mean_error_m, x.path_um / 1e6 AS path_m
FROM device_day x JOIN device d ON d.key = x.device LEFT JOIN piece e ON e.day = x.day AND e.device = x.device;
CREATE VIEW rejects AS SELECT f.path AS file, r.line AS line, date(r.day * 86400, 'unixepoch') AS day, d.id AS device, r.reason AS reason, r.field AS field, r.value AS value,
    r.text AS text
FROM reject r JOIN file f ON f.id = r.file LEFT JOIN device d ON d.key = r.device
WHERE (r.day IS NOT NULL OR EXISTS (SELECT 1 FROM processed_day p WHERE p.start < f.high AND f.low < p.end));
CREATE VIEW runs AS SELECT id AS run, started_utc, ended_utc, version, host, first_day, last_day, days, rows, kept, thinned, rejected, exit_status FROM run;
CREATE VIEW input_files AS SELECT f.path AS file, x.rows AS rows, x.kept AS kept, x.thinned AS thinned, x.rejected AS rejected,
    x.rows - x.kept - x.thinned - x.rejected AS waiting, f.size AS size, f.modified AS modified_ms, f.first_fix AS first_ms,
    f.last_fix AS last_ms, f.state AS state, f.damage AS damage, CASE WHEN f.crc IS NOT NULL THEN printf('%08x', f.crc) END AS crc32
FROM file f JOIN (SELECT f.id AS id, coalesce(sum(g.rows), 0) AS rows, coalesce(sum(m.kept), 0) AS kept,
        coalesce(sum(m.thinned), 0) AS thinned, coalesce(sum(CASE WHEN g.day IS NULL THEN g.rows ELSE m.rejected END), 0) AS rejected
    FROM file f LEFT JOIN file_day g ON g.file = f.id
        LEFT JOIN made m ON m.day = g.day AND m.file = g.file AND m.rows = g.rows AND m.hash = g.hash
    GROUP BY f.id) x ON x.id = f.id
WHERE EXISTS (SELECT 1 FROM processed_day p WHERE p.start < f.high AND f.low < p.end);
CREATE VIEW day_ledger AS SELECT date(p.day * 86400, 'unixepoch') AS day, strftime('%Y-%m-%dT%H:%M:%fZ', p.start / 1000.0, 'unixepoch') AS start_utc, strftime('%Y-%m-%dT%H:%M:%fZ', p.end / 1000.0, 'unixepoch') AS end_utc, p.options AS options, f.path AS file,
    m.rows AS rows, m.kept AS kept, m.thinned AS thinned, m.rejected AS rejected,
    (SELECT min(x.first_key) FROM device_day x WHERE x.day = p.day AND x.kept > 0) AS first_key,
    (SELECT max(x.first_key + x.kept) FROM device_day x WHERE x.day = p.day AND x.kept > 0) AS end_key
FROM processed_day p LEFT JOIN made m ON m.day = p.day LEFT JOIN file f ON f.id = m.file;
CREATE VIEW map_members AS SELECT m.cluster AS cluster, d.id AS device, m.time AS time_ms, m.id AS member FROM map_member m JOIN device d ON d.key = m.device;
CREATE VIEW kinds AS SELECT number, name, color, glyph, priority FROM kind;
CREATE VIEW about AS SELECT view, name AS "column", unit, meaning FROM about_column;
COMMIT;
