PRAGMA application_id = 1146374705;
PRAGMA user_version = 1;
BEGIN TRANSACTION;
CREATE TABLE journal (
        only_row INTEGER PRIMARY KEY CHECK (only_row = 1),
        epoch TEXT NOT NULL,
        table_id TEXT NOT NULL,
        created_at INTEGER NOT NULL
    ) STRICT;
INSERT INTO "journal" VALUES(1,'e20ce4447c33479599998919a874416c','golden',1796012647261);
CREATE TABLE records (
        position INTEGER PRIMARY KEY,
        decision INTEGER NOT NULL,
        at INTEGER NOT NULL,
        name TEXT NOT NULL,
        version INTEGER NOT NULL,
        body TEXT NOT NULL,
        hash TEXT NOT NULL
    ) STRICT;
INSERT INTO "records" VALUES(1,1,1000,'table_opened',1,'{"at":1000,"by":{"name":"Dana","role":"dealer"}}','6f0945563224be889d006b25475fddaa95c906aaf16fb8d5ed6408dc84b3d12c');
INSERT INTO "records" VALUES(2,2,1000,'scanner_online',1,'{"at":1000,"scanner":"shoe"}','86ddc4b83934bf93974a6e52e60ae29305df0d3fe48b143ce538741d1c0788a6');
INSERT INTO "records" VALUES(3,3,1000,'shoe_loaded',1,'{"at":1000,"by":{"name":"Dana","role":"dealer"},"cursors":[],"packs":8,"rules_digest":"","scanners_online":["shoe"],"shoe":1}','aa06d31ebc26c2e4e1c5f559f857ddd13da31a3764cb4e21f5a97e2cac71f17c');
INSERT INTO "records" VALUES(4,4,1000,'card_read',1,'{"at":1000,"card":"3S","position":null,"read":["shoe","b1",1],"serial":null}','1f236ff301f9a3f9d4fa9a2479d335e3bfb6d4c7808dad70b8a4f33b84e05210');
INSERT INTO "records" VALUES(5,5,1000,'indicator_drawn',1,'{"at":1000,"burns":3,"card":"3S"}','4fae8531e6daed3e891fdf0dd0a50d8d9f0e3b841554c33765e184868e99a3cb');
INSERT INTO "records" VALUES(6,6,1000,'card_read',1,'{"at":1000,"card":"KC","position":null,"read":["shoe","b1",2],"serial":null}','50543792846a8b93112ac887a45670977a72490cae7ab131abcc6959d28e842a');
INSERT INTO "records" VALUES(7,7,1000,'card_burned',1,'{"at":1000,"card":"KC","index":1,"of":3}','e6aa2ca8a8f22ec69890101d0cbbbb9f33378a64b6669d4099b97cad25ed1bd5');
INSERT INTO "records" VALUES(8,8,1000,'card_read',1,'{"at":1000,"card":"9D","position":null,"read":["shoe","b1",3],"serial":null}','04bda3b3780372fb1c20bbfce586ad986b453e79a60ef03c4369ee600077419d');
INSERT INTO "records" VALUES(9,9,1000,'card_burned',1,'{"at":1000,"card":"9D","index":2,"of":3}','be53962ba41d1bd884461d4a472576ec74056f669de673a23b3f2e2ad9f67bfc');
INSERT INTO "records" VALUES(10,10,1000,'card_read',1,'{"at":1000,"card":"AH","position":null,"read":["shoe","b1",4],"serial":null}','3078bb40969d60cfaf64d97e5bbdb4ff844da666f61415138fda3a955ead1ffc');
INSERT INTO "records" VALUES(11,11,1000,'card_burned',1,'{"at":1000,"card":"AH","index":3,"of":3}','09d5bc0ec7fb6c429c24d99e428b22fde115ba0569fd2138674a1d2290ca1586');
INSERT INTO "records" VALUES(12,12,1000,'burn_completed',1,'{"at":1000}','12a8546bad81f9d15adc3a9302e37abe3c97c1654050ec67aaf6d6667d699d42');
INSERT INTO "records" VALUES(13,13,1000,'free_coup_started',1,'{"at":1000,"by":{"name":"Dana","role":"dealer"},"coup":1}','28f6f364b37e4933f584ee4bb36a3dfb7672fddf5eb583792fb188bc73bdf75f');
INSERT INTO "records" VALUES(14,14,1000,'card_read',1,'{"at":1000,"card":"4S","position":null,"read":["shoe","b1",5],"serial":null}','5d14c0af8a9b564ca40c53245e798b8dca2dc29e35b3096c7459ee1a9723c8e8');
INSERT INTO "records" VALUES(15,15,1000,'card_dealt',1,'{"at":1000,"card":"4S","coup":1,"keyed_by":null,"position":"player_1"}','ecf3617eed24e5134de2722406cb097a19045a238b1a1d84e8ae4791cfe9a0b7');
INSERT INTO "records" VALUES(16,16,1000,'card_read',1,'{"at":1000,"card":"2H","position":null,"read":["shoe","b1",6],"serial":null}','a08b5734e6e51b584adb35b735987b381b61d32c8e5c150f6685209b857aad75');
INSERT INTO "records" VALUES(17,17,1000,'card_dealt',1,'{"at":1000,"card":"2H","coup":1,"keyed_by":null,"position":"banker_1"}','439453ca87e0d1e37f08fa31b1ef3a115278a6eea9e219c2064e84566ba5a246');
INSERT INTO "records" VALUES(18,18,1000,'card_read',1,'{"at":1000,"card":"5S","position":null,"read":["shoe","b1",7],"serial":null}','d0dcf4eb806279322d4de120df27887c45daf011f7aec63fa7bef839f2764311');
INSERT INTO "records" VALUES(19,19,1000,'card_dealt',1,'{"at":1000,"card":"5S","coup":1,"keyed_by":null,"position":"player_2"}','5e116d26378d833e7f4f3d7e112faff2f1946bdb3d3c8d2e75f1737e91010fa3');
INSERT INTO "records" VALUES(20,20,1000,'card_read',1,'{"at":1000,"card":"3H","position":null,"read":["shoe","b1",8],"serial":null}','1b71c83ea208cd4a55b229378d7744ada72005acc04172096e928bae4f1ee370');
INSERT INTO "records" VALUES(21,21,1000,'card_dealt',1,'{"at":1000,"card":"3H","coup":1,"keyed_by":null,"position":"banker_2"}','e29602bd1bb1fce086b0579529d83c31eb04e0b24a93a413c7a9570f7e2d8784');
INSERT INTO "records" VALUES(22,22,1000,'coup_completed',1,'{"at":1000,"banker":["2H","3H"],"coup":1,"outcome":"player","player":["4S","5S"]}','cd9ebaf5878071ef922d5d2cdb78c4872c3f1265ce676cd81b91196651f20c9e');
INSERT INTO "records" VALUES(23,23,1000,'result_confirmed',1,'{"at":1000,"by":{"name":"Dana","role":"dealer"},"outcome":"player"}','3000d22a7d87fcf5160c412164c8ca91528287f2dd1bed9b592476b975d4997b');
INSERT INTO "records" VALUES(24,24,1000,'free_coup_ended',1,'{"at":1000,"coup":1,"outcome":"player"}','3552815988fd96c72d96fb7bcfa7fb70b84cc9d18fd57d7bc578ee8d13c937ba');
INSERT INTO "records" VALUES(25,25,1000,'betting_opened',1,'{"at":1000,"by":{"name":"Dana","role":"dealer"},"closes_at":21000,"coup":2}','4392b217712dff8717789aa051ed32df276727113e4b2d40e596e8f54cfa1c62');
INSERT INTO "records" VALUES(26,26,1000,'betting_closed',1,'{"at":1000,"cause":"dealer"}','9b78a7a1f96b3be3856e1bc10aa17999aca67447e6a81054a065edb7e94ae463');
INSERT INTO "records" VALUES(27,27,1000,'card_read',1,'{"at":1000,"card":"KS","position":null,"read":["shoe","b1",9],"serial":null}','3c6db42b05c6385f45fe1351eeb68e6aa55a404d72ec341ce2f5707bcd2a304b');
INSERT INTO "records" VALUES(28,28,1000,'card_dealt',1,'{"at":1000,"card":"KS","coup":2,"keyed_by":null,"position":"player_1"}','cd14577c99bd86bcf4653033b936d9194ffa9e46be17946425899557834089a7');
INSERT INTO "records" VALUES(29,29,1000,'misread_recorded',1,'{"at":1000,"cause":"no_read","due":true,"read":["shoe","b1",10],"text":"??"}','cbea8d65590b7f91b2768b4bd6da25ee0e90d72364d18356b0c4321e5b90c54b');
INSERT INTO "records" VALUES(30,30,1000,'hold_raised',1,'{"at":1000,"cause":"no_read","kind":"misread"}','3d85870be4b166f1b26349e79286e949ff01700a51cbc37f57b61f253add7f47');
INSERT INTO "records" VALUES(31,31,1000,'card_read',1,'{"at":1000,"card":"KH","position":null,"read":["shoe","b1",11],"serial":null}','ecaa573bdf9f81af3ce5b218655a91b514b1cc994e32fa9108afc034930c3b06');
INSERT INTO "records" VALUES(32,32,1000,'hold_resolved',1,'{"at":1000,"by":{"name":"table","role":"system"},"kind":"misread","reason":"","resolution":"rescan"}','8d71730066ca2f0411d3b83b5694777abd7ce4ce92d2990fbdc0df91d3281905');
INSERT INTO "records" VALUES(33,33,1000,'card_dealt',1,'{"at":1000,"card":"KH","coup":2,"keyed_by":null,"position":"banker_1"}','59eea7533b145fea1f1845a86caff24d38ecfa0ab8e2fd63967b55cfd3b8fa7a');
INSERT INTO "records" VALUES(34,34,1000,'card_read',1,'{"at":1000,"card":"QS","position":null,"read":["shoe","b1",12],"serial":null}','1659c848466c5e5e9e208f3ddb323a03f083bcc1ac3164d7c273b5983b8921f7');
INSERT INTO "records" VALUES(35,35,1000,'card_dealt',1,'{"at":1000,"card":"QS","coup":2,"keyed_by":null,"position":"player_2"}','6f1b97015f8af35b4cdb7929f4968851c22b683862b6eb0427e4a2809a86a931');
INSERT INTO "records" VALUES(36,36,1000,'card_read',1,'{"at":1000,"card":"QH","position":null,"read":["shoe","b1",13],"serial":null}','9c8325bfcecacb30e6ad9f8e9a67073b54e10ebe9b9f4934451f1ab4133dd8cd');
INSERT INTO "records" VALUES(37,37,1000,'card_dealt',1,'{"at":1000,"card":"QH","coup":2,"keyed_by":null,"position":"banker_2"}','b39c947d3767d18cc087c0b974b4b03d9e0516123c987837f25e26de43a5e2df');
INSERT INTO "records" VALUES(38,38,1000,'card_read',1,'{"at":1000,"card":"2S","position":null,"read":["shoe","b1",14],"serial":null}','e8859309a1e3ace20a393318e026f7758b90837f775d5936581e75f3e34afec4');
INSERT INTO "records" VALUES(39,39,1000,'card_dealt',1,'{"at":1000,"card":"2S","coup":2,"keyed_by":null,"position":"player_3"}','91b4690f7138c482bf504cd3d67e307269c4b2677e227ef167384454cc8f5cbe');
INSERT INTO "records" VALUES(40,40,1000,'card_read',1,'{"at":1000,"card":"2H","position":null,"read":["shoe","b1",15],"serial":null}','ff6c7099d7b7ab2e411d89aeb6037dad872d753a2a230503aa21bd9bb052dc8c');
INSERT INTO "records" VALUES(41,41,1000,'card_dealt',1,'{"at":1000,"card":"2H","coup":2,"keyed_by":null,"position":"banker_3"}','ccc467063edc76de95ab20ec4d1b01a9800ed0ea1b59157d5eff84dc22dc7e7d');
INSERT INTO "records" VALUES(42,42,1000,'coup_completed',1,'{"at":1000,"banker":["KH","QH","2H"],"coup":2,"outcome":"tie","player":["KS","QS","2S"]}','3e4e1cda65bfa7efadce2b93218ec32c84aadd09d4e347501a029c1b89bc08c9');
INSERT INTO "records" VALUES(43,43,1000,'result_confirmed',1,'{"at":1000,"by":{"name":"Dana","role":"dealer"},"outcome":"tie"}','cd672e7e553ea3bf5c78bcbe531299de4d88f2f5faf1e8c2e76b16158bcbfe72');
INSERT INTO "records" VALUES(44,44,1000,'coup_settled',1,'{"at":1000,"coup":2,"outcome":"tie"}','cb6ab8d48c192b8b4097e00410371f8f91968ce7636a0edc1e0a2dfb99147a79');
INSERT INTO "records" VALUES(45,45,1000,'betting_opened',1,'{"at":1000,"by":{"name":"Dana","role":"dealer"},"closes_at":21000,"coup":3}','a00f436690f3350f28245828fd68bceb9d0367dab455614cfb9f849743a30a74');
INSERT INTO "records" VALUES(46,46,1000,'betting_closed',1,'{"at":1000,"cause":"dealer"}','53de345b045bbc8e08163ef1c32780e1a5ea29112d0ecc3eb839daf70ffbc00b');
INSERT INTO "records" VALUES(47,47,1000,'card_read',1,'{"at":1000,"card":"2H","position":null,"read":["shoe","b1",16],"serial":null}','fe62f3321a9afd0f513584f79871795c71464bc0d1d4d9bfb9d03bb3d71e9867');
INSERT INTO "records" VALUES(48,48,1000,'card_dealt',1,'{"at":1000,"card":"2H","coup":3,"keyed_by":null,"position":"player_1"}','abd201b10949d14ab633d461eef94a701048a89ca58a0fd5ddafb2cf9067741c');
INSERT INTO "records" VALUES(49,49,1000,'card_read',1,'{"at":1000,"card":"4S","position":null,"read":["shoe","b1",17],"serial":null}','cf81a22127090a0ae157fac8d8ad035e2683bdd18ad52902cc122046b268c048');
INSERT INTO "records" VALUES(50,50,1000,'card_dealt',1,'{"at":1000,"card":"4S","coup":3,"keyed_by":null,"position":"banker_1"}','56680a47ac8939f4a2d7668bf94d71af4bf7a4bd50164a6a621df9bbb7d0d752');
INSERT INTO "records" VALUES(51,51,1000,'card_read',1,'{"at":1000,"card":"3H","position":null,"read":["shoe","b1",18],"serial":null}','7ae11a8c09e0e05d64a53c17238913d06e0da8cb6d49e478bdc8f4d56182a9db');
INSERT INTO "records" VALUES(52,52,1000,'card_dealt',1,'{"at":1000,"card":"3H","coup":3,"keyed_by":null,"position":"player_2"}','da57753bceb194c42f0616a72e89bb4fb405b092f068a4422f2ac00206ac21e4');
INSERT INTO "records" VALUES(53,53,1000,'card_read',1,'{"at":1000,"card":"5S","position":null,"read":["shoe","b1",19],"serial":null}','f22d7a040e0780064f563e5361c0a7fcdad4bdd12d08235095e80cd20d60f45f');
INSERT INTO "records" VALUES(54,54,1000,'card_dealt',1,'{"at":1000,"card":"5S","coup":3,"keyed_by":null,"position":"banker_2"}','8fbdd7164c4fa91236b8c2f448e259ff58aba5a1d91e3efa3d402f2e7dfea0fe');
INSERT INTO "records" VALUES(55,55,1000,'coup_completed',1,'{"at":1000,"banker":["4S","5S"],"coup":3,"outcome":"banker","player":["2H","3H"]}','29c1d1fec1a7d088b240e849923cf27ca94b2a7dbdfed9a3041694af238db442');
INSERT INTO "records" VALUES(56,56,1000,'hold_raised',1,'{"at":1000,"cause":"dealer_says_player","kind":"outcome_mismatch"}','c232a9bb1c95e307770dbdec809d30baf4b17e39a1bf5d65895675a233f8ce7f');
INSERT INTO "records" VALUES(57,57,1000,'hold_resolved',1,'{"at":1000,"by":{"name":"Sam","role":"supervisor"},"kind":"outcome_mismatch","reason":"spilled water","resolution":"correct_card"}','d63352030f2ec1c26373f77c05688533679fa6b13c48af52b2da26e988e5a83c');
INSERT INTO "records" VALUES(58,58,1000,'card_corrected',1,'{"after":"6H","at":1000,"before":"3H","by":{"name":"Sam","role":"supervisor"},"position":"player_2"}','aa9cd5d20ae22bc92e5d7d3550528f9ff1e2e817017ed0abc55a70b1a0faa6b2');
INSERT INTO "records" VALUES(59,59,1000,'coup_completed',1,'{"at":1000,"banker":["4S","5S"],"coup":3,"outcome":"banker","player":["2H","6H"]}','4c7e2ac189b15f78573d84f526074f8d6ed5c194869cee96d4250a80c1907b3a');
INSERT INTO "records" VALUES(60,60,1000,'result_confirmed',1,'{"at":1000,"by":{"name":"Dana","role":"dealer"},"outcome":"banker"}','4df2fcff6e5ab48a11a73edcfec1c5f271defb29c9cc82a45fcf917d3e73e54a');
INSERT INTO "records" VALUES(61,61,1000,'coup_settled',1,'{"at":1000,"coup":3,"outcome":"banker"}','db97565f9ebf14d6b5aa59e26b7527af894c4c25d586e0175089d1bacf249bde');
INSERT INTO "records" VALUES(62,62,1000,'betting_opened',1,'{"at":1000,"by":{"name":"Dana","role":"dealer"},"closes_at":21000,"coup":4}','8b7baaf181161f1b8b543a207cbba4e5f09bc57c6b702d0716efde547dd561d9');
INSERT INTO "records" VALUES(63,63,1000,'betting_closed',1,'{"at":1000,"cause":"dealer"}','a46342e639f40c313afe8ff5ec9c617d855d514ca666aa8047953698dee54a1b');
INSERT INTO "records" VALUES(64,64,1000,'card_read',1,'{"at":1000,"card":"7C","position":null,"read":["shoe","b1",20],"serial":null}','f93afbea32b08abd9ba7e6a68f9f324ff621087b0f05274b97e91c4e61e359fe');
INSERT INTO "records" VALUES(65,65,1000,'card_dealt',1,'{"at":1000,"card":"7C","coup":4,"keyed_by":null,"position":"player_1"}','36becfeac6ce5df981559d0133778235764a3a0dea4cd24d5906c4bd70c3256c');
INSERT INTO "records" VALUES(66,66,1000,'card_read',1,'{"at":1000,"card":"8C","position":null,"read":["shoe","b1",21],"serial":null}','2fb9eece2fb237b9d10cf139c3e7ea75f869ccdac5a85a4f45fc0ea56240b9f7');
INSERT INTO "records" VALUES(67,67,1000,'card_dealt',1,'{"at":1000,"card":"8C","coup":4,"keyed_by":null,"position":"banker_1"}','50a2cb792c756cf771e1a69fd4e1d48ed34b0fee3428944b8344cb027dd8c5c9');
INSERT INTO "records" VALUES(68,68,1000,'reads_lost',1,'{"at":1000,"boot":"b1","first":22,"last":23,"scanner":"shoe"}','eb984fbc645ab2da928a7baed74f6c46d70f8582fb464e56f2be92bdda2bc76d');
INSERT INTO "records" VALUES(69,69,1000,'hold_raised',1,'{"at":1000,"cause":"reads_missing","kind":"reads_lost"}','f8efabbc49fedae4b0926195275eb25a27405053988b0b419c75a3513df0dd29');
INSERT INTO "records" VALUES(70,70,1000,'hold_resolved',1,'{"at":1000,"by":{"name":"Sam","role":"supervisor"},"kind":"reads_lost","reason":"spilled water","resolution":"void"}','b18f6b3127a5af07a81629906a1cd098af9d12ce47dcd4a1e1cb8dded38de118');
INSERT INTO "records" VALUES(71,71,1000,'coup_voided',1,'{"at":1000,"by":{"name":"Sam","role":"supervisor"},"coup":4,"reason":"spilled water"}','fef62ee463ad0c727158aad6abfc1da0f34655bc972fc48d4bc332789532b213');
INSERT INTO "records" VALUES(72,72,1000,'cut_card_seen',1,'{"at":1000,"by":null,"last_coup":5,"read":["shoe","b1",24]}','b30385bb84a356109171d800a00e0af237510ff7470cc33a0dd6044050c9ce71');
INSERT INTO "records" VALUES(73,73,1000,'betting_opened',1,'{"at":1000,"by":{"name":"Dana","role":"dealer"},"closes_at":21000,"coup":5}','1430d7fa984d086578e8524539dde745391b22e52d3e6ae17034b929cd86f5cf');
INSERT INTO "records" VALUES(74,74,1000,'betting_closed',1,'{"at":1000,"cause":"dealer"}','17cf1273f6e0b806e549d24955861f0d08a77864aeb7448ea6836d5138346225');
INSERT INTO "records" VALUES(75,75,1000,'card_read',1,'{"at":1000,"card":"KS","position":null,"read":["shoe","b1",25],"serial":null}','0e694ff4b5223f7f1e52b91e857d06e59c7d85fc787364220a43329b7e1cd658');
INSERT INTO "records" VALUES(76,76,1000,'card_dealt',1,'{"at":1000,"card":"KS","coup":5,"keyed_by":null,"position":"player_1"}','ddd267345220d3036c04ed0cb8f7b7e851c63d6711dcf8ac898cc1040f178802');
INSERT INTO "records" VALUES(77,77,1000,'card_read',1,'{"at":1000,"card":"KH","position":null,"read":["shoe","b1",26],"serial":null}','abf4ead78da50f519530ba0ad03535a39096074b33e22f74c39b8a2cf09bb4b8');
INSERT INTO "records" VALUES(78,78,1000,'card_dealt',1,'{"at":1000,"card":"KH","coup":5,"keyed_by":null,"position":"banker_1"}','2537759fc4e802b38266c211c649d113c3644872eba98038f6c982d78d5ae332');
INSERT INTO "records" VALUES(79,79,1000,'card_read',1,'{"at":1000,"card":"QS","position":null,"read":["shoe","b1",27],"serial":null}','615a2a168afb7cda35230fd93d104be22e4d9412d29e771c2e87a5b2b0d6453b');
INSERT INTO "records" VALUES(80,80,1000,'card_dealt',1,'{"at":1000,"card":"QS","coup":5,"keyed_by":null,"position":"player_2"}','0ab26676fd43e180c45da853f57f587bbfcf2e32706cc3c529c0ca319bd33885');
INSERT INTO "records" VALUES(81,81,1000,'card_read',1,'{"at":1000,"card":"QH","position":null,"read":["shoe","b1",28],"serial":null}','a4d34c7e4c0ec8492fa935da5326aaf6d9da00d757df0c83d7d6c3bd16a937d3');
INSERT INTO "records" VALUES(82,82,1000,'card_dealt',1,'{"at":1000,"card":"QH","coup":5,"keyed_by":null,"position":"banker_2"}','48aaa6f0db5cb9d492c843adc60cd9928ff33f64e33938292afdeb4e05a7efa4');
INSERT INTO "records" VALUES(83,83,1000,'card_read',1,'{"at":1000,"card":"2S","position":null,"read":["shoe","b1",29],"serial":null}','688104e6cfb37721f8d8f9ae897ee9e43846183cc82a0d62d4940e277b64d63c');
INSERT INTO "records" VALUES(84,84,1000,'card_dealt',1,'{"at":1000,"card":"2S","coup":5,"keyed_by":null,"position":"player_3"}','2c37d25de9c0cf7cb2e0de8b18b84d8f766ed4e0c77597c903e923812f5264c3');
INSERT INTO "records" VALUES(85,85,1000,'card_read',1,'{"at":1000,"card":"2H","position":null,"read":["shoe","b1",30],"serial":null}','9a44553f4ebae09e505e1ee16237f924e4d623f4f96a2b38b8409daedc0d2f8e');
INSERT INTO "records" VALUES(86,86,1000,'card_dealt',1,'{"at":1000,"card":"2H","coup":5,"keyed_by":null,"position":"banker_3"}','18defac54c9be968be4b80a32a67299b1a2ba91d7bac0ea96518acc396919e60');
INSERT INTO "records" VALUES(87,87,1000,'coup_completed',1,'{"at":1000,"banker":["KH","QH","2H"],"coup":5,"outcome":"tie","player":["KS","QS","2S"]}','3848f592878699246b40f92b07ba7f82923676c3dd0ea41147c088374ea816e6');
INSERT INTO "records" VALUES(88,88,1000,'result_confirmed',1,'{"at":1000,"by":{"name":"Dana","role":"dealer"},"outcome":"tie"}','e13972c77a7d857aaa1c9bf7aa94bb43a71bab8dabe698aa0b64634e3d759b55');
INSERT INTO "records" VALUES(89,89,1000,'coup_settled',1,'{"at":1000,"coup":5,"outcome":"tie"}','a43f3192c6e211abf0e3a4b0212dc6c5a046f183ecede9fe6a4f1bd302ff32d4');
INSERT INTO "records" VALUES(90,90,1000,'shoe_ended',1,'{"at":1000,"burned":4,"coups":5,"dealt":22,"discarded":0,"left":390,"shoe":1}','11810592494ee054796d89cd0514ccbc74107567b60785c3c32d0e45d01612dd');
INSERT INTO "records" VALUES(91,91,1000,'shoe_removed',1,'{"at":1000,"by":{"name":"Dana","role":"dealer"},"reason":"","shoe":1}','a1cc4502ae7286c4a6ace4f17518874c354576271bb423f75df5d1d50ee635e5');
INSERT INTO "records" VALUES(92,92,1000,'shoe_loaded',1,'{"at":1000,"by":{"name":"Dana","role":"dealer"},"cursors":[["shoe","b1",30]],"packs":8,"rules_digest":"","scanners_online":["shoe"],"shoe":2}','ddd34590b8dd29762eefe43d17625ae3615435621c1fdc3c015558907ef19af0');
INSERT INTO "records" VALUES(93,93,1000,'card_read',1,'{"at":1000,"card":"2D","position":null,"read":["shoe","b1",31],"serial":null}','d44c02d9f9b5df7343d6a5ff7b5ca1822b4dc55e90c4273aabf0567b60cff60f');
INSERT INTO "records" VALUES(94,94,1000,'indicator_drawn',1,'{"at":1000,"burns":2,"card":"2D"}','897fd90775f90eb192f241e6d63dca7dd5373810430a82e0d942e9e300e0de5d');
INSERT INTO "records" VALUES(95,95,1000,'card_read',1,'{"at":1000,"card":"KC","position":null,"read":["shoe","b1",32],"serial":null}','9ed04ef022bde7a1dba8e9395296468df4c33419131088d6fe429257d318b62e');
INSERT INTO "records" VALUES(96,96,1000,'card_burned',1,'{"at":1000,"card":"KC","index":1,"of":2}','7f17c16dc57217a25fd488e4b5b58ce97d64a7c1e62df705c1ae3d00868a7694');
INSERT INTO "records" VALUES(97,97,1000,'card_read',1,'{"at":1000,"card":"9D","position":null,"read":["shoe","b1",33],"serial":null}','eb5912460aa5d40b284b01075bc3b115ffc8c68960d5b090ab8e9c4d0b577ac7');
INSERT INTO "records" VALUES(98,98,1000,'card_burned',1,'{"at":1000,"card":"9D","index":2,"of":2}','b9a1a09c04d74a25ea9db5ab9a608b8cddc2496564774fa2df1bbdf1c5813136');
INSERT INTO "records" VALUES(99,99,1000,'burn_completed',1,'{"at":1000}','9b58c2c9323b0e3040b971f516c3c77629eddff79ed80d9d557411c39c378634');
INSERT INTO "records" VALUES(100,100,1000,'betting_opened',1,'{"at":1000,"by":{"name":"Dana","role":"dealer"},"closes_at":21000,"coup":1}','688959ea9da7d4221c584a87e19bdb7508a2d9c51ad5f37fcc957fa0cf0bbfd0');
INSERT INTO "records" VALUES(101,101,1000,'betting_closed',1,'{"at":1000,"cause":"dealer"}','f636458a298da4baecf31ec73f28ec10870a5155e066ac9a5675b9e86b98f5bd');
INSERT INTO "records" VALUES(102,102,1000,'card_read',1,'{"at":1000,"card":"7C","position":null,"read":["shoe","b1",34],"serial":null}','32d171de7ee54c46068e77fff1d5894eca44e468a16d94e24788c92b10a8c06b');
INSERT INTO "records" VALUES(103,103,1000,'card_dealt',1,'{"at":1000,"card":"7C","coup":1,"keyed_by":null,"position":"player_1"}','122a998d4f3b539f78b4b86f48183fa221bdab24ceedba23d7cf70b258f08119');
INSERT INTO "records" VALUES(104,104,1000,'card_read',1,'{"at":1000,"card":"8C","position":null,"read":["shoe","b1",35],"serial":null}','909f69bde23083ffe09b15903e94e698c009d6edc483fedf6d703271fe34a47a');
INSERT INTO "records" VALUES(105,105,1000,'card_dealt',1,'{"at":1000,"card":"8C","coup":1,"keyed_by":null,"position":"banker_1"}','57b42e7d4c43cf1405034d0d2adabe2a78a7fdaf60fe8def3851af9f8ee13a51');
INSERT INTO "records" VALUES(106,106,1000,'card_read',1,'{"at":1000,"card":"9C","position":null,"read":["shoe","b1",36],"serial":null}','15ff51537ec1784fedfed9ec7dfc11e7a9e5e6b58b2bc4d351ed965db3b063ee');
INSERT INTO "records" VALUES(107,107,1000,'card_dealt',1,'{"at":1000,"card":"9C","coup":1,"keyed_by":null,"position":"player_2"}','12525df976ea8f638333fe24e96359639be0044b48a73c4d0e3a0f00c8e6b621');
CREATE INDEX shoes ON records (position) WHERE name = 'shoe_loaded';
CREATE TRIGGER journal_stays BEFORE UPDATE ON journal BEGIN SELECT RAISE(ABORT, 'a journal is never edited'); END;
CREATE TRIGGER journal_remains BEFORE DELETE ON journal BEGIN SELECT RAISE(ABORT, 'a journal is never edited'); END;
CREATE TRIGGER records_stay BEFORE UPDATE ON records BEGIN SELECT RAISE(ABORT, 'a journal is never edited'); END;
CREATE TRIGGER records_remain BEFORE DELETE ON records BEGIN SELECT RAISE(ABORT, 'a journal is never edited'); END;
CREATE TRIGGER records_follow BEFORE INSERT ON records
        WHEN NEW.position <> (SELECT coalesce(max(position), 0) + 1 FROM records)
        BEGIN SELECT RAISE(ABORT, 'a record goes behind the last one'); END;
COMMIT;
